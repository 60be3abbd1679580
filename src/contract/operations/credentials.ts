import { Credential, CredentialCreate, CredentialList, CredentialUpdate } from "../credential.ts";
import { crudOperations } from "./resource.ts";

/** protocol-facts.md#authtokens: what agents authenticate with. */
export const credentialOperations = crudOperations({
  id: "Credentials",
  path: "/credentials",
  tag: "Tunnel credentials",
  list: CredentialList,
  answer: Credential,
  create: CredentialCreate,
  update: CredentialUpdate,
  summaries: {
    create: "Create a tunnel credential. Only this answer holds its authtoken.",
    list: "List tunnel credentials, newest first.",
    get: "Get a tunnel credential.",
    update:
      "Change a tunnel credential’s description, metadata or ACL. Sessions that are online keep what they have.",
    remove: "Delete a tunnel credential and end every session that uses it.",
  },
  errors: { create: ["ownerNotAllowed", "aclInvalid"], update: ["credentialUnchanged", "aclInvalid"] },
});
