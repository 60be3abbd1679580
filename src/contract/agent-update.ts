import * as z from "zod/mini";
import { ReleaseFacts, UpdateReport } from "./agent-release.ts";

/** What an update of a session's agent would install, and what came of the last one (decisions/agents/releases.md). */
export const AgentUpdate = z.looseObject({
  uri: z.string(),
  /** The newest release that it may become; null where none is known. */
  release: z.nullable(ReleaseFacts),
  /** null where it has had none since it was started. */
  last: z.nullable(UpdateReport),
});
export type AgentUpdate = z.infer<typeof AgentUpdate>;
