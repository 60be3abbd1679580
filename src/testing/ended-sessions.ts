/** An agent as the list of sessions has it. */
export const sessionOf = (host: string) => ({
  id: `ts_${host}`,
  uri: "",
  agent_version: "3.18.2",
  ip: "203.0.113.1",
  metadata: JSON.stringify({ host }),
  os: "linux",
  region: "eu",
  started_at: "2026-11-21T14:00:00Z",
  transport: "service/2",
});

/** The same, as the service tells of it once it was lost. */
export const lostSessionOf = (host: string) => ({
  ...sessionOf(host),
  ended_at: "2026-11-21T15:00:00Z",
  reason: "lost",
  refusal: null,
  succeeded_by: null,
  tunnels: [],
});
