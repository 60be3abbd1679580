// What the OpenAPI document shows of test requests and previews.

/** The draft turns a filter off. */
export const TEST_REQUEST = {
  url: "https://shop.example.com/orders",
  method: "POST",
  headers: { "content-type": ["application/json"] },
  content: "e30=",
  client_ip: "203.0.113.7",
  module: {
    owner_id: "edghtsrt_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
    kind: "user_agent_filter",
    request: { enabled: false },
  },
};

export const TEST_RESPONSE = {
  status_code: 201,
  headers: { "content-type": ["application/json"] },
  content: "e30=",
  truncated: false,
};

export const PREVIEW_DRAFT = {
  module: {
    owner_id: "edghtsrt_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
    kind: "user_agent_filter",
    request: { deny: ["curl"] },
  },
  ip_policy: {
    id: "ipp_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
    rules: [{ action: "allow", cidr: "203.0.113.0/24" }],
  },
};

export const PREVIEW = {
  requests: 412,
  more: false,
  newly_blocked: 1,
  newly_allowed: 0,
  maybe_allowed: 0,
  still_blocked: [{ kind: "oauth", sign_in: true, was_sign_in: false, requests: 3 }],
  blocked: 120,
  blocked_by: [{ kind: "user_agent_filter", reason: "Matches deny curl", requests: 117 }],
  unknown: 0,
  counts_from: "2026-11-21T04:00:00.250Z",
  changes: [{ verdict: "block", reason: "Matches deny curl" }],
};
