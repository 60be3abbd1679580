import * as z from "zod/mini";
import { listOf, Timestamp } from "./answer.ts";
import { idOf } from "./common.ts";
import { fieldHints } from "./issues.ts";
import { textFields } from "./resource-fields.ts";

/** An API key as read (api.md#api-keys). `token` has a value only in the answer to its creation. */
export const ApiKey = z.looseObject({
  id: z.string(),
  uri: z.string(),
  description: z.nullish(z.string()),
  metadata: z.nullish(z.string()),
  created_at: Timestamp,
  token: z.nullish(z.string()),
  owner_id: z.nullish(z.string()),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyList = listOf("keys", ApiKey);

/** POST /api_keys. `owner_id` other than one's own needs an admin. */
export const ApiKeyCreate = z.strictObject({
  ...textFields,
  owner_id: z.nullish(idOf("user")),
});
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>;

/** PATCH /api_keys/{id}. A field left out or null stays as it is; an empty text clears it. */
export const ApiKeyUpdate = z
  .strictObject(textFields)
  .register(fieldHints, { owner_id: "can’t be changed. Create a key with the other owner instead" });
export type ApiKeyUpdate = z.infer<typeof ApiKeyUpdate>;
