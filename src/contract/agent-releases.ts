import * as z from "zod/mini";
import { ReleaseFacts, ReleaseVersion } from "./agent-release.ts";
import { Ref, Timestamp } from "./answer.ts";

/** GET /agent_releases, an extension: the newest published release of each major version, the highest first, who installs one, and who refuses. */
export const AgentReleaseList = z.looseObject({
  uri: z.string(),
  /** Empty where the service publishes none. */
  agent_releases: z.array(ReleaseFacts),
  /** Of online agents that say that they install an update or await its restart, up to 1,000. */
  updates: z.array(
    z.object({ session: Ref, state: z.enum(["updating", "updated"]), version: ReleaseVersion }),
  ),
  /** Of online agents that refused an update since their updates are off, and took none since, up to 1,000; services of before don't tell. */
  refusals: z.optional(z.array(z.object({ session: Ref, error_code: z.string(), refused_at: Timestamp }))),
});
export type AgentReleaseList = z.infer<typeof AgentReleaseList>;
