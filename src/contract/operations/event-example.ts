/** The example of GET /event_counts. */
export const EVENT_COUNTS = {
  uri: "https://gate.example.com/api/event_counts",
  since: "2026-11-21T05:00:00Z",
  kept_days: 365,
  counts: [
    { type: "http_request_complete.v0", count: 4_120 },
    { type: "api_key_created.v0", count: 2 },
  ],
};
