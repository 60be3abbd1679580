import * as z from "zod/mini";
import { Principal } from "./event.ts";

/** GET /whoami, an extension: whom the key stands for, as audit events name them, and where the request came from. */
export const WhoAmI = z.looseObject({
  principal: Principal,
  /** IPv4 or IPv6 as text, without a port; null where the service can't know it. */
  source_address: z.nullable(z.string()),
  /** Whether it may choose others as owners; left out where the service does not say. */
  admin: z.optional(z.boolean()),
  /** The key in the service's admin.key, which is replaced once it is deleted (decisions/api/admin-key.md); told to admins only. */
  admin_key_id: z.nullish(z.string()),
  /** The users who are admins; left out where the service does not say. */
  admin_ids: z.optional(z.array(z.string())),
});
export type WhoAmI = z.infer<typeof WhoAmI>;
