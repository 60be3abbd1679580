import * as z from "zod/mini";
import { ReleaseFacts } from "./agent-release.ts";

/** GET /agent_releases, an extension: the newest published release of each major version, the highest first. */
export const AgentReleaseList = z.looseObject({
  uri: z.string(),
  /** Empty where the service publishes none. */
  agent_releases: z.array(ReleaseFacts),
});
