import type { Client } from "pg";
import type { Logger } from "pino";
import { BusMessage } from "./bus-message.ts";

export type BusOptions = {
  /** A connection of its own, not yet connected. */
  client: () => Client;
  log: Pick<Logger, "warn" | "info">;
  /** Channels to listen on: names of letters, digits and _. */
  channels: readonly string[];
  /** Milliseconds between two beats, and until a broken connection is tried again. */
  beatMs: number;
  /** Runs on the connection at once and then every `beatMs`; when it fails the connection is given up for a new one. */
  beat: (client: Client) => Promise<void>;
  onMessage: (message: BusMessage) => void;
};

/** Hears what is told on its channels while it is connected, nothing of the time between. */
export type Bus = {
  /** Resolves when it listens and the first beat is done. Rejects when the first connection fails. */
  ready: Promise<void>;
  /** False while its connection is broken. */
  connected: () => boolean;
  close: () => Promise<void>;
};

/** A LISTEN connection that is renewed for as long as it takes. */
export function openBus(options: BusOptions): Bus {
  const { log, channels, beatMs } = options;
  let current: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let round: Promise<void> = Promise.resolve();

  async function open(): Promise<void> {
    const client = options.client();
    // What broke shows in the next beat.
    client.on("error", () => undefined);
    client.on("notification", ({ payload = "" }) => receive(payload));
    try {
      await client.connect();
      for (const channel of channels) await client.query(`listen ${channel}`);
      await options.beat(client);
      current = client;
    } catch (error) {
      discard(client);
      throw error;
    }
  }

  function receive(payload: string): void {
    try {
      options.onMessage(BusMessage.parse(JSON.parse(payload)));
    } catch (error) {
      log.warn({ err: error }, "a message of another service process can’t be read");
    }
  }

  async function turn(): Promise<void> {
    try {
      if (current) await options.beat(current);
      else {
        await open();
        log.info("database connection restored");
      }
    } catch (error) {
      log.warn({ err: error }, "the database does not answer; trying again");
      if (current) discard(current);
      current = null;
    }
  }

  function schedule(): void {
    if (closed) return;
    timer = setTimeout(() => {
      round = turn().then(schedule);
    }, beatMs);
    timer.unref();
  }

  return {
    ready: open().then(schedule),
    connected: () => current !== null,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await round;
      clearTimeout(timer);
      if (current) await current.end().catch(() => undefined);
      current = null;
    },
  };
}

/** A client that hangs would wait for its goodbye for ever. */
function discard(client: Client): void {
  client.end().catch(() => undefined);
  client.connection.stream.destroy();
}
