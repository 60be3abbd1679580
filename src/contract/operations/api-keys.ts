import { ApiKey, ApiKeyCreate, ApiKeyList, ApiKeyUpdate } from "../api-key.ts";
import { ApiKeyUseList } from "../key-uses.ts";
import { operation } from "./operation.ts";
import { crudOperations } from "./resource.ts";

/** api.md#api-keys. */
export const apiKeyOperations = crudOperations({
  id: "ApiKeys",
  path: "/api_keys",
  tag: "API keys",
  list: ApiKeyList,
  answer: ApiKey,
  create: ApiKeyCreate,
  update: ApiKeyUpdate,
  summaries: {
    create: "Create an API key. Only this answer holds its token.",
    list: "List API keys, newest first.",
    get: "Get an API key.",
    update: "Change an API key’s description or metadata. Omitted and null fields stay unchanged.",
    remove: "Delete an API key. Its token stops working at once.",
  },
  errors: { create: ["ownerNotAllowed"], remove: ["lastAdminKey"] },
});

/** Extension (decisions/api/key-uses.md). */
export const apiKeyUseOperations = {
  list: operation({
    id: "ApiKeyUsesList",
    method: "GET",
    path: "/api_key_uses",
    summary: "List when API keys were last used, to the minute, the latest first: up to 1,000.",
    tag: "API keys",
    status: 200,
    answer: ApiKeyUseList,
    errors: [],
  }),
} as const;
