const TAIL = "2mRZ3QmO0mKHlnYAcdpHhyZ2bQX";

/** An app that refuses connections. */
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
  ],
});
