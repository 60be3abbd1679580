import type { AgentCommand } from "#contract/tunnel-session.ts";

/** What came of a command to an agent. The route turns each into its status and error code (protocol-facts.md#agent-commands). */
export type CommandOutcome =
  | { outcome: "accepted" }
  /** The agent (or the capability table) says it can't; `reason` is for the user. */
  | { outcome: "unsupported"; reason: string }
  /** One of the four refusals of an update (protocol-facts.md#agent-commands). */
  | {
      outcome: "refused";
      refusal: "update_not_available" | "update_disabled" | "update_running" | "update_awaits_restart";
      reason: string;
    }
  /** The agent took the command and failed. */
  | { outcome: "failed"; reason: string }
  /** No answer within the time-out. The command may still have worked. */
  | { outcome: "silent"; afterMs: number }
  /** The socket went away before an answer. The command may still have worked. */
  | { outcome: "unreachable" };

/** The gateway as the routes see it. */
export type Gateway = {
  /** Sends a command to the agent that holds the session and waits for its answer. null: no such session here. */
  command: (sessionId: string, kind: AgentCommand) => Promise<CommandOutcome | null>;
  /** Ends every session of a credential (it was deleted). */
  disconnectCredential: (credentialId: string, reason: string) => Promise<void>;
  /** False while the account’s other service processes can’t reach this one. */
  reachable?: () => boolean;
  /** Says goodbye to every agent and waits until their rows are gone. */
  close: () => Promise<void>;
};
