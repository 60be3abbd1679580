import * as z from "zod/mini";
import { idOf, Ref } from "../common.ts";
import { Enabled, EnabledAnswer } from "./fields.ts";
import { contract } from "./module-contract.ts";

/** PUT …/backend (api.md#backend): the tunnel group that serves the endpoint. */
export const backendContract = contract({
  kind: "backend",
  owners: ["route", "tlsEdge", "tcpEdge"],
  title: "Backend",
  purpose: "Where requests go",
  group: "Routing",
  readsTraffic: false,
  names: { resource: "tunnelGroupBackend", field: "backend_id", answer: "backend" },
  request: z.strictObject({ enabled: Enabled, backend_id: idOf("tunnelGroupBackend") }),
  answer: z.looseObject({ enabled: EnabledAnswer, backend: z.nullish(Ref) }),
  example: { enabled: true, backend_id: "bkdtg_2ZuZ5AqZQKYaDsCdBTBSgYUVUXR" },
});
