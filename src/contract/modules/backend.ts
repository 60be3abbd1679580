import * as z from "zod/mini";
import { Ref } from "../answer.ts";
import { BACKEND_KINDS, idOf } from "../common.ts";
import { Enabled, EnabledAnswer } from "./fields.ts";
import { contract } from "./module-contract.ts";

/** PUT …/backend (api.md#backend): the backend that serves the endpoint, of any kind the service has. */
export const backendContract = contract({
  kind: "backend",
  owners: ["route", "tlsEdge", "tcpEdge"],
  title: "Backend",
  purpose: "Where traffic goes",
  group: "Routing",
  role: "shape",
  readsTraffic: false,
  names: { resource: "tunnelGroupBackend", field: "backend_id", answer: "backend" },
  request: z.strictObject({ enabled: Enabled, backend_id: idOf(...BACKEND_KINDS) }),
  answer: z.looseObject({ enabled: EnabledAnswer, backend: z.nullish(Ref) }),
  example: { enabled: true, backend_id: "bkdtg_2ZuZ5AqZQKYaDsCdBTBSgYUVUXR" },
});
