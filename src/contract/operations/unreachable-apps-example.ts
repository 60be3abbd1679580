const TAIL = "2mRZ3QmO0mKHlnYAcdpHhyZ2bQX";

/** An app that refuses connections, and a login provider without an address. */
export const unreachableApps = (base: string) => ({
  uri: `${base}/unreachable_apps`,
  unreachable_apps: [
    {
      endpoint_id: `ep_${TAIL}`,
      edge_id: `edghts_${TAIL}`,
      route_id: `edghtsrt_${TAIL}`,
      tunnel_id: `tn_${TAIL}`,
      error_code: "ERR_GATEHOUSE_3210",
      failed: 8,
      of: 8,
      since: "2026-11-21T05:00:00Z",
    },
    {
      endpoint_id: `ep_${TAIL}`,
      edge_id: `edghts_${TAIL}`,
      route_id: "edghtsrt_2mRZ3QmO0mKHlnYAcdpHhyZ2bQY",
      tunnel_id: null,
      error_code: "ERR_GATEHOUSE_3244",
      reason: "login.example.com was not found",
      failed: 2,
      of: 2,
      since: "2026-11-21T05:00:00Z",
    },
  ],
});
