import { randomUUID } from "node:crypto";
import type { CommandResult } from "#contract/agent-protocol.ts";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import type { CommandOutcome } from "./types.ts";

type Waiting = { kind: AgentCommand; timer: NodeJS.Timeout; resolve: (outcome: CommandOutcome) => void };

/** The commands of one connection that wait for their answers. */
export class PendingCommands {
  private readonly waiting = new Map<string, Waiting>();
  private readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
  }

  some(): boolean {
    return this.waiting.size > 0;
  }

  /** Registers a command; `outcome` resolves with its answer, after the time-out, or when the connection ends. */
  add(kind: AgentCommand): { id: string; outcome: Promise<CommandOutcome> } {
    const id = randomUUID();
    const outcome = new Promise<CommandOutcome>((resolve) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        resolve({ outcome: "silent", afterMs: this.timeoutMs });
      }, this.timeoutMs);
      this.waiting.set(id, { kind, timer, resolve });
    });
    return { id, outcome };
  }

  /**
   * Takes an answer off the list: from here on it counts, whatever happens to the connection. `settle` hands it to
   * whoever waits. null when nobody waits for it (any more).
   */
  answered(
    result: CommandResult,
  ): { kind: AgentCommand; outcome: CommandOutcome; settle: () => void } | null {
    const command = this.waiting.get(result.id);
    if (!command) return null;
    this.waiting.delete(result.id);
    clearTimeout(command.timer);
    const outcome = outcomeOf(command.kind, result);
    return { kind: command.kind, outcome, settle: () => command.resolve(outcome) };
  }

  /** The connection is gone: whatever still waits can't be answered. */
  abandon(): void {
    for (const { timer, resolve } of this.waiting.values()) {
      clearTimeout(timer);
      resolve({ outcome: "unreachable" });
    }
    this.waiting.clear();
  }
}

function outcomeOf(kind: AgentCommand, { error, refusal }: CommandResult): CommandOutcome {
  if (error === undefined && refusal === undefined) return { outcome: "accepted" };
  const reason = error || "The agent gave no reason.";
  return kind === "update" && refusal
    ? { outcome: "refused", refusal, reason }
    : { outcome: "failed", reason };
}
