import * as z from "zod/mini";
import { Timestamp } from "./answer.ts";
import { shownModules } from "./modules/shown.ts";

export const MatchType = z.enum(["exact_path", "path_prefix"]);
export type MatchType = z.infer<typeof MatchType>;

/** A route of an HTTPS edge (api.md#https-edge-routes). Every module reads null when it is not set. */
export const Route = z.looseObject({
  edge_id: z.string(),
  id: z.string(),
  created_at: Timestamp,
  match_type: z.string(),
  match: z.string(),
  uri: z.string(),
  description: z.nullish(z.string()),
  metadata: z.nullish(z.string()),
  ...shownModules("route"),
});
export type Route = z.infer<typeof Route>;
