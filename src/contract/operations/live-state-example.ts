import { CIRCUIT_BREAKER_DEFAULTS } from "#contract/modules/circuit-breaker.ts";

const { enabled: _, ...settings } = CIRCUIT_BREAKER_DEFAULTS;

/** What the OpenAPI document shows of live state: a breaker that has opened, and a client at its limit. */
export const LIVE_EDGE = {
  id: "5b0e3c1a-6f0d-4a57-9a44-1f6a2f0c7e10",
  circuit_breaker: {
    state: "open",
    since: "2026-11-21T05:00:00Z",
    tries_at: "2026-11-21T05:00:10Z",
    settings,
    window_until: "2026-11-21T05:00:04Z",
    requests: [0, 0, 0, 0, 0, 4, 9, 11, 6, 0],
    errors: [0, 0, 0, 0, 0, 0, 4, 6, 6, 0],
  },
  rate_limits: [
    {
      rule: "Rule 1",
      name: "Per client",
      by: ["conn.client_ip"],
      capacity: 30,
      window_seconds: 60,
      keys: 2,
      full: 1,
      busiest: [
        { key: ["203.0.113.7"], used: 30, frees_in: 12 },
        { key: ["198.51.100.20"], used: 4, frees_in: 51 },
      ],
    },
  ],
};
