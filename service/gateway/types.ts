import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import * as z from "zod/mini";
import { RefusalCode } from "#contract/agent-protocol.ts";
import type { UnreachableApp } from "#contract/traffic/unreachable-app.ts";
import type { LiveState } from "#contract/traffic/live-state.ts";
import type { AgentCommand } from "#contract/tunnel-session.ts";

/** What came of a command to an agent. The route turns each into its status and error code (protocol-facts.md#agent-commands). */
export const CommandOutcome = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("accepted") }),
  /** The agent (or the capability table) says it can't; `reason` is for the user. */
  z.object({ outcome: z.literal("unsupported"), reason: z.string() }),
  /** One of the four refusals of an update (protocol-facts.md#agent-commands). */
  z.object({ outcome: z.literal("refused"), refusal: RefusalCode, reason: z.string() }),
  /** The agent took the command and failed. */
  z.object({ outcome: z.literal("failed"), reason: z.string() }),
  /** No answer within the time-out. The command may still have worked. */
  z.object({ outcome: z.literal("silent"), afterMs: z.number() }),
  /** The socket went away before an answer. The command may still have worked. */
  z.object({ outcome: z.literal("unreachable") }),
]);
export type CommandOutcome = z.infer<typeof CommandOutcome>;

/** What other edges have counted; `silent` of them did not say in time. */
export type Looked = Pick<LiveState, "edges" | "silent">;

/** The gateway as the routes see it. */
export type Gateway = {
  /** Sends a command to the agent that holds the session and waits for its answer. null: no such session here. */
  command: (sessionId: string, kind: AgentCommand) => Promise<CommandOutcome | null>;
  /** Ends every session of a credential (it was deleted). */
  disconnectCredential: (credentialId: string, reason: string) => Promise<void>;
  /** What the edges of the account’s other processes have counted of a route. */
  look?: (routeId: string) => Promise<Looked>;
  /** What the edges of the account’s other processes can’t reach. */
  lookForApps?: () => Promise<UnreachableApp[]>;
  /** False while the account’s other service processes can’t reach this one. */
  reachable?: () => boolean;
  /** How many agents are online at this process. */
  sessions?: () => number;
  /** Says goodbye to every agent and waits until their rows are gone. */
  close: () => Promise<void>;
};

/** The data links of the agents here, as the gateway sees them. */
export type DataLinks = {
  /** Takes a connection that asks for the data protocol; false when its ticket is not known. */
  take: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
  /** The session ended. */
  end: (sessionId: string) => void;
};
