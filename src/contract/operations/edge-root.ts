import { EdgeRoot } from "../edge-root.ts";
import { operation } from "./operation.ts";

/** Extension (decisions/edge/root.md). */
export const edgeRootOperations = {
  get: operation({
    id: "EdgeRootGet",
    method: "GET",
    path: "/edge_root",
    summary:
      "Get the root certificate that signs the certificates of the edge, for who wants to trust it. Null where the operator gave a certificate.",
    tag: "Edges",
    status: 200,
    answer: EdgeRoot,
    errors: [],
  }),
} as const;
