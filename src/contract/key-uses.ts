import * as z from "zod/mini";
import { Ref, Timestamp } from "./answer.ts";

/** So many uses are listed at most. */
export const KEY_USES_MAX = 1_000;

/** When API keys were last used, an extension (decisions/api/key-uses.md). */
export const ApiKeyUseList = z.looseObject({
  uri: z.string(),
  api_key_uses: z.array(z.looseObject({ api_key: Ref, used_at: Timestamp })),
});
