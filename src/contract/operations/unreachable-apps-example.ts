const TAIL = "2mRZ3QmO0mKHlnYAcdpHhyZ2bQX";

/** A login provider without an address. */
export const unreachableApps = (base: string) => ({
  uri: `${base}/unreachable_apps`,
  unreachable_apps: [
    {
      endpoint_id: `ep_${TAIL}`,
      edge_id: `edghts_${TAIL}`,
      route_id: `edghtsrt_${TAIL}`,
      tunnel_id: null,
      error_code: "ERR_GATEHOUSE_3244",
      reason: "login.example.com was not found",
      failed: 2,
      of: 2,
      since: "2026-11-21T05:00:00Z",
    },
  ],
});
