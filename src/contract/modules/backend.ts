import * as z from "zod/mini";
import { idOf, Ref } from "../common.ts";
import { Enabled, EnabledAnswer } from "./fields.ts";
import { contract, refOf } from "./module-contract.ts";

/** PUT …/backend (api.md#backend): the tunnel group that serves the endpoint. */
export const BackendRequest = z.strictObject({ enabled: Enabled, backend_id: idOf("tunnelGroupBackend") });
export type BackendRequest = z.infer<typeof BackendRequest>;

export const BackendModule = z.looseObject({ enabled: EnabledAnswer, backend: z.nullish(Ref) });
export type BackendModule = z.infer<typeof BackendModule>;

export const backendContract = contract<BackendRequest, BackendModule>({
  request: BackendRequest,
  answer: BackendModule,
  toAnswer: ({ enabled = true, backend_id }, context = {}) => ({
    enabled,
    backend: refOf("tunnelGroupBackend", backend_id, context),
  }),
  toRequest: ({ backend, ...rest }) => (backend ? { ...rest, backend_id: backend.id } : rest),
  refs: ({ backend_id }) => [{ kind: "tunnelGroupBackend", id: backend_id, path: ["backend_id"] }],
  example: { enabled: true, backend_id: "bkdtg_2ZuZ5AqZQKYaDsCdBTBSgYUVUXR" },
});
