/** A kind of traffic event. */
const KIND = "http_request_complete.v0";

/**
 * Requests as NDJSON, one a second: each from an address of its own, to fifty hosts and two ports, so that no condition has
 * it easy.
 * @param {number} count
 */
export function manyEvents(count) {
  const began = Date.parse("2026-11-22T00:00:00Z");
  return Array.from({ length: count }, (_, i) => {
    const host = `shop-${i % 50}.example.com`;
    const at = new Date(began + i * 1000).toISOString();
    return JSON.stringify({
      event_id: `ev_${i}`,
      event_type: KIND,
      event_timestamp: at,
      account_id: "ac_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
      principal: null,
      object: {
        conn: {
          client_ip: `203.${(i >> 16) % 256}.${(i >> 8) % 256}.${i % 256}`,
          server_ip: "198.51.100.2",
          server_name: host,
          server_port: i % 3 === 0 ? 80 : 443,
          start_ts: at,
        },
        http: {
          request: {
            method: "get",
            headers: { Accept: ["*/*"], "User-Agent": ["curl/8.5.0"] },
            url: {
              host,
              path: `/orders/${i}`,
              query: "",
              raw: `https://${host}/orders/${i}`,
              scheme: "https",
            },
          },
          response: { status_code: 200, body_length: 512 },
        },
      },
    });
  }).join("\n");
}
