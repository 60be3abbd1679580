/** A minute of traffic. */
export const trafficMetrics = (base: string) => ({
  uri: `${base}/traffic_metrics`,
  by: "account",
  bucket_seconds: 60,
  since: "2026-11-21T05:00:00Z",
  until: "2026-11-21T05:01:00Z",
  series: [
    {
      id: null,
      buckets: [
        {
          start: "2026-11-21T05:00:00Z",
          requests: 120,
          errors: 2,
          refused: 7,
          bytes_in: 2_040,
          bytes_out: 61_440,
          duration_ms: { p50: 18.2, p95: 54, p99: 140 },
          upstream_ms: { p50: 12.4, p95: 47.1, p99: 128 },
        },
      ],
    },
  ],
  kept: 48_210,
  lost: 0,
});
