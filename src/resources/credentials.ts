import * as z from "zod/mini";
import { Credential, CredentialCreate } from "#contract/credential.ts";
import { resource } from "./resource.ts";

const CreatedCredential = z.extend(Credential, { token: z.string().check(z.minLength(1)) });
export type CreatedCredential = z.infer<typeof CreatedCredential>;

/**
 * Authtokens, as the API's credentials (protocol-facts.md#authtokens); not every service has them. The token is in the
 * answer to the creation alone. Once one is deleted it is refused, and our own service ends its sessions at once.
 */
export const credentials = resource({
  kind: "credential",
  path: "/credentials",
  key: "credentials",
  answer: Credential,
  made: CreatedCredential,
  create: CredentialCreate,
  terraform: "ngrok_credential",
  nameOf: ({ description, id }) => description || id,
  moreOf: ({ acl }) => acl ?? [],
});
