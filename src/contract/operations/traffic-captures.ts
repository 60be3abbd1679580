import {
  TrafficCapture,
  TrafficCaptureCreate,
  TrafficCaptureList,
} from "#contract/traffic/traffic-capture.ts";
import { operation } from "./operation.ts";
import { ITEM_ERRORS, readOperations } from "./resource.ts";

const tag = "Traffic";
const path = "/traffic_captures";

/** Extensions. Bodies are kept for an hour at most; capture ends by itself. */
export const trafficCaptureOperations = {
  ...readOperations({
    id: "TrafficCaptures",
    path,
    tag,
    list: TrafficCaptureList,
    answer: TrafficCapture,
    summaries: {
      list: "List captures of bodies of the last day, newest first.",
      get: "Get a capture of bodies.",
    },
  }),
  create: operation({
    id: "TrafficCapturesCreate",
    method: "POST",
    path,
    summary: "Keep bodies with the traffic of an endpoint or route, for an hour at most.",
    tag,
    body: TrafficCaptureCreate,
    status: 201,
    answer: TrafficCapture,
    errors: [],
  }),
  remove: operation({
    id: "TrafficCapturesDelete",
    method: "DELETE",
    path: "/traffic_captures/{id}",
    summary: "End a capture of bodies. Bodies that were kept stay with their traffic.",
    tag,
    status: 204,
    errors: ITEM_ERRORS,
  }),
} as const;
