import { scannedList } from "#api/scanned-list.ts";
import { TrafficCapture, type TrafficCaptureCreate } from "#contract/traffic/traffic-capture.ts";
import { collection } from "./resource.ts";

const path = "/traffic_captures";
const key = "traffic_captures";
const list = scannedList({ path, key, item: TrafficCapture });

/** Whose bodies are kept, and until when: those of the last day. An extension (decisions/api/extensions.md). */
export const trafficCaptures = {
  ...list,
  ...collection<TrafficCapture, TrafficCapture, TrafficCaptureCreate>({
    path,
    answer: TrafficCapture,
    detailKey: (id) => [key, "detail", id],
    shownIn: [list.query.queryKey],
  }),
};
