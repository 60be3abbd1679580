import { TrafficPreview, TrafficPreviewCreate } from "#contract/traffic/preview.ts";
import { operation } from "./operation.ts";

/** Extension (decisions/edge/previews.md). */
export const trafficPreviewOperations = {
  create: operation({
    id: "TrafficPreviewsCreate",
    method: "POST",
    path: "/traffic_previews",
    summary:
      "Compare a draft of a module, or of the rules of an IP policy, with what is saved: which requests of the last hour it would block or let in. Changes nothing.",
    tag: "Traffic",
    body: TrafficPreviewCreate,
    bodyMax: 1_048_576,
    status: 200,
    answer: TrafficPreview,
    errors: ["edgeMissing"],
  }),
} as const;
