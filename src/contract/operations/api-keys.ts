import { ApiKey, ApiKeyCreate, ApiKeyList, ApiKeyUpdate } from "../api-key.ts";
import { PageQuery } from "../common.ts";
import { operation } from "./operation.ts";

const tag = "API keys";

/** api.md#api-keys. */
export const apiKeyOperations = {
  create: operation({
    id: "ApiKeysCreate",
    method: "POST",
    path: "/api_keys",
    summary: "Create an API key. Only this answer holds its token.",
    tag,
    body: ApiKeyCreate,
    status: 201,
    answer: ApiKey,
    errors: ["ownerNotAllowed"],
  }),
  list: operation({
    id: "ApiKeysList",
    method: "GET",
    path: "/api_keys",
    summary: "List API keys, newest first.",
    tag,
    query: PageQuery,
    status: 200,
    answer: ApiKeyList,
    errors: ["limitInvalid", "valueInvalid"],
  }),
  get: operation({
    id: "ApiKeysGet",
    method: "GET",
    path: "/api_keys/{id}",
    summary: "Get an API key.",
    tag,
    status: 200,
    answer: ApiKey,
    errors: ["idMalformed", "resourceUnknown"],
  }),
  update: operation({
    id: "ApiKeysUpdate",
    method: "PATCH",
    path: "/api_keys/{id}",
    summary: "Change an API key’s description or metadata. A field left out or null stays as it is.",
    tag,
    body: ApiKeyUpdate,
    status: 200,
    answer: ApiKey,
    errors: ["idMalformed", "resourceUnknown"],
  }),
  remove: operation({
    id: "ApiKeysDelete",
    method: "DELETE",
    path: "/api_keys/{id}",
    summary: "Delete an API key. Its token stops working at once.",
    tag,
    status: 204,
    errors: ["idMalformed", "resourceUnknown", "lastAdminKey"],
  }),
} as const;
