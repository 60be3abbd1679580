import { ApiKey, ApiKeyCreate, ApiKeyList, ApiKeyUpdate } from "../api-key.ts";
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
