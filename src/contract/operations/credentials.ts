import { PageQuery } from "../common.ts";
import { Credential, CredentialCreate, CredentialList, CredentialUpdate } from "../credential.ts";
import { operation } from "./operation.ts";

const tag = "Tunnel credentials";

/** protocol-facts.md#authtokens: what agents authenticate with. */
export const credentialOperations = {
  create: operation({
    id: "CredentialsCreate",
    method: "POST",
    path: "/credentials",
    summary: "Create a tunnel credential. Only this answer holds its authtoken.",
    tag,
    body: CredentialCreate,
    status: 201,
    answer: Credential,
    errors: ["ownerNotAllowed", "aclInvalid"],
  }),
  list: operation({
    id: "CredentialsList",
    method: "GET",
    path: "/credentials",
    summary: "List tunnel credentials, newest first.",
    tag,
    query: PageQuery,
    status: 200,
    answer: CredentialList,
    errors: ["limitInvalid", "valueInvalid"],
  }),
  get: operation({
    id: "CredentialsGet",
    method: "GET",
    path: "/credentials/{id}",
    summary: "Get a tunnel credential.",
    tag,
    status: 200,
    answer: Credential,
    errors: ["idMalformed", "resourceUnknown"],
  }),
  update: operation({
    id: "CredentialsUpdate",
    method: "PATCH",
    path: "/credentials/{id}",
    summary:
      "Change a tunnel credential’s description, metadata or ACL. Sessions that are online keep what they have.",
    tag,
    body: CredentialUpdate,
    status: 200,
    answer: Credential,
    errors: ["idMalformed", "resourceUnknown", "credentialUnchanged", "aclInvalid"],
  }),
  remove: operation({
    id: "CredentialsDelete",
    method: "DELETE",
    path: "/credentials/{id}",
    summary: "Delete a tunnel credential and end every session that uses it.",
    tag,
    status: 204,
    errors: ["idMalformed", "resourceUnknown"],
  }),
} as const;
