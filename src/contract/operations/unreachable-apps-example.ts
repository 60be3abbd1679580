const TAIL = "2mRZ3QmO0mKHlnYAcdpHhyZ2bQX";

/** A login provider without an address, and an app that fails. */
export const unreachableApps = (base: string) => ({
  uri: `${base}/unreachable_apps`,
  unreachable_apps: [
    {
      endpoint_id: `ep_${TAIL}`,
      edge_id: `edghts_${TAIL}`,
      route_id: `edghtsrt_${TAIL}`,
      tunnel_id: null,
      error_code: "ERR_GATEHOUSE_3244",
      status: null,
      reason: "login.example.com was not found",
      held: false,
      failed: 2,
      of: 2,
      since: "2026-11-21T05:00:00Z",
      failed_at: "2026-11-21T05:04:00Z",
    },
    {
      endpoint_id: `ep_${TAIL}`,
      edge_id: null,
      route_id: null,
      tunnel_id: `tn_${TAIL}`,
      error_code: "",
      status: 500,
      reason: null,
      held: true,
      failed: 7,
      of: 8,
      since: "2026-11-21T05:00:00Z",
      failed_at: "2026-11-21T05:04:00Z",
    },
  ],
});
