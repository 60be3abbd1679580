import * as z from "zod/mini";
import { aclRuleFault } from "./acl-rule.ts";
import { listOf, Timestamp } from "./answer.ts";
import { byteText, idOf } from "./common.ts";
import { fieldHints } from "./issues.ts";
import { distinct } from "./modules/fields.ts";
import { changesOneOf } from "./updates.ts";
import { textFields } from "./resource-fields.ts";

/** A tunnel credential as read (protocol-facts.md#authtokens). `token`, the agent's authtoken, has a value only when created. */
export const Credential = z.looseObject({
  id: z.string(),
  uri: z.string(),
  description: z.nullish(z.string()),
  metadata: z.nullish(z.string()),
  created_at: Timestamp,
  token: z.nullish(z.string()),
  acl: z.nullish(z.array(z.string())),
  owner_id: z.nullish(z.string()),
});
export type Credential = z.infer<typeof Credential>;

export const CredentialList = listOf("credentials", Credential);

/** One ACL rule: `*`, or `bind:` and a domain, address or label (protocol-facts.md#authtokens, 600). */
const AclRule = byteText(255).check(
  z.check((ctx) => {
    const message = aclRuleFault(ctx.value);
    if (message === null) return;
    const params = { problem: "aclInvalid" };
    ctx.issues.push({ code: "custom", input: ctx.value, message, continue: true, params });
  }),
);

/** Host names and label rules are the same in any case, and only once. */
const Acl = z.array(AclRule).check(distinct((rule) => (rule.includes("=") ? rule : rule.toLowerCase())));

/** POST /credentials. No `acl`, or the rule `*`, permits everything. */
export const CredentialCreate = z.strictObject({
  ...textFields,
  acl: z.nullish(Acl),
  owner_id: z.nullish(idOf("user")),
});
export type CredentialCreate = z.infer<typeof CredentialCreate>;

/** PATCH /credentials/{id} (protocol-facts.md#updates, 606). `acl` replaces the list; [] permits everything. */
export const CredentialUpdate = z
  .strictObject({
    ...textFields,
    acl: z.nullish(Acl),
    id: z.optional(z.string()),
  })
  .check(changesOneOf(["description", "metadata", "acl"], "credentialUnchanged"))
  .register(fieldHints, { owner_id: "can’t be changed. Create an authtoken with the other owner instead" });
export type CredentialUpdate = z.infer<typeof CredentialUpdate>;
