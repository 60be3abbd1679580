import * as z from "zod/mini";
import { ReleaseFacts, ReleaseVersion } from "./agent-release.ts";
import { Ref } from "./answer.ts";

/** GET /agent_releases, an extension: the newest published release of each major version, the highest first, and who installs one. */
export const AgentReleaseList = z.looseObject({
  uri: z.string(),
  /** Empty where the service publishes none. */
  agent_releases: z.array(ReleaseFacts),
  /** Of online agents that say that they install an update or await its restart, up to 1,000. */
  updates: z.array(
    z.object({ session: Ref, state: z.enum(["updating", "updated"]), version: ReleaseVersion }),
  ),
});
export type AgentReleaseList = z.infer<typeof AgentReleaseList>;
