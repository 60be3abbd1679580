import { queryOptions } from "@tanstack/react-query";
import { request } from "#api/client.ts";
import { TrafficPreview, type TrafficPreviewCreate } from "#contract/traffic/preview.ts";

const FRESH_MS = 60_000;

/** What a draft would have done to the requests of the last hour. An extension (decisions/api/extensions.md). */
export const trafficPreview = (draft: TrafficPreviewCreate) =>
  queryOptions({
    queryKey: ["traffic", "preview", draft],
    queryFn: ({ signal }) =>
      request({ method: "POST", path: "/traffic_previews", body: draft, answer: TrafficPreview, signal }),
    staleTime: FRESH_MS,
    // A draft may hold a secret that was just typed.
    gcTime: 0,
    retry: false,
  });
