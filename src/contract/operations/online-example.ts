type Ref = { id: string; uri: string };

const TIME = "2026-11-21T05:00:00Z";
const online = { metadata: '{"team":"web"}', region: "eu" };
const listener = { ...online, public_url: "https://shop.example.com", proto: "https" };

/** A session, its tunnel and endpoint, and the session once it was lost; `refs` = what names them. */
export function onlineExamples(refs: Record<"session" | "tunnel" | "endpoint" | "credential", Ref>) {
  const session = {
    ...online,
    agent_version: "3.5.0",
    credential: refs.credential,
    ip: "203.0.113.7",
    os: "linux",
    started_at: TIME,
    transport: "service/2",
  };
  const tunnel = {
    ...listener,
    started_at: TIME,
    tunnel_session: refs.session,
    endpoint: refs.endpoint,
    labels: null,
    backends: null,
    forwards_to: "http://localhost:3000",
  };
  const endpoint = {
    ...listener,
    created_at: TIME,
    updated_at: TIME,
    hostport: "shop.example.com:443",
    type: "ephemeral",
    domain: null,
    tcp_addr: null,
    tunnel: refs.tunnel,
    edge: null,
  };
  const ended = {
    ...session,
    ended_at: "2026-11-21T06:00:00Z",
    reason: "lost" as const,
    refusal: null,
    succeeded_by: null,
    tunnels: [{ ...refs.tunnel, ...tunnel }],
  };
  return { session, tunnel, endpoint, ended };
}
