import type { Duplex } from "node:stream";
import { FailedAddresses } from "../addresses.ts";
import { Budget } from "./limits.ts";

/** How long a connection from an address with too many failures waits, in milliseconds. */
const WAIT_MS = 5_000;

/**
 * Slows down addresses whose connections fail again and again: each further connection waits before it is read at all.
 * The wait is short, since others may be behind the same address; sessions that are online notice nothing.
 */
export class Failures {
  private readonly addresses = new FailedAddresses<{ budget: Budget; until: number }>();
  private readonly perMinute: number;

  constructor(perMinute: number) {
    this.perMinute = perMinute;
  }

  /** A connection of this address failed. `at` in milliseconds that only ever rise. */
  add(address: string, at: number = performance.now()): void {
    const known = this.addresses.get(address) ?? { budget: new Budget(this.perMinute, at), until: 0 };
    if (!known.budget.spend(1, at)) known.until = at + WAIT_MS;
    this.addresses.set(address, known);
  }

  /** Milliseconds that a connection of this address has to wait. */
  waitMs(address: string, at: number = performance.now()): number {
    return Math.max(0, (this.addresses.get(address)?.until ?? 0) - at);
  }
}

/** Sockets that nobody reads yet. */
export class WaitingSockets {
  private readonly all = new Map<Duplex, () => void>();

  /** Resolves after `ms`, or once they are released. */
  async add(socket: Duplex, ms: number): Promise<void> {
    const ignore = () => undefined;
    socket.on("error", ignore);
    await new Promise<void>((resolve) => {
      this.all.set(socket, resolve);
      setTimeout(resolve, ms).unref();
    });
    this.all.delete(socket);
    socket.off("error", ignore);
  }

  release(): void {
    for (const go of this.all.values()) go();
  }
}
