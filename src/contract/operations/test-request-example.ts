/** What the OpenAPI document shows of a test request: a body whose draft turns a filter off, and what a visitor would have got. */
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
