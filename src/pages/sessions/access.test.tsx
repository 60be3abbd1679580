// Cause: of an agent that serves an edge's backend, Add agent said what it serves and not who can connect to that. Law: who can connect is
// said where an address is shown, in the words of the page of its route.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { AgentOnline } from "./agent-online.tsx";

const server = connectedServer();
const at = "2026-11-21T14:00:00Z";
const SESSION = { id: "ts_1", uri: "", agent_version: "3.18.2", ip: "203.0.113.1", metadata: "" };
const BACKEND = { id: "bkdtg_1", uri: "" };
const TUNNEL = {
  id: "tn_1",
  uri: "",
  started_at: at,
  tunnel_session: { id: "ts_1", uri: "" },
  labels: { app: "shop" },
  backends: [BACKEND],
};
const EDGE = { id: "edghts_1", uri: "", created_at: at, hostports: ["app.example:443"] };
const TCP = { id: "edgtcp_1", uri: "", created_at: at, hostports: ["tcp.example:7000"] };
const SENDS = { backend: { enabled: true, backend: BACKEND } };
const ROUTE = {
  id: "edghtsrt_1",
  edge_id: EDGE.id,
  uri: "",
  created_at: at,
  match: "/",
  match_type: "path_prefix",
  ...SENDS,
};
const POLICY = { id: "ipp_1", uri: "" };
const restricted = { ip_restriction: { enabled: true, ip_policies: [POLICY] } };
const github = { oauth: { enabled: true, provider: { github: {} } } };
const staff = { oauth: { enabled: true, provider: { github: { organizations: ["northwind"] } } } };
const webhook = { webhook_verification: { enabled: true, provider: "github" } };

/** The rules of the policy. */
const rulesOf = (...cidrs: string[]) =>
  cidrs.map((cidr, n) => ({
    id: `ipr_${n}`,
    uri: "",
    created_at: at,
    cidr,
    action: "allow",
    ip_policy: POLICY,
  }));
const NARROW = rulesOf("203.0.113.0/24");

it.each([
  ["nothing", {}, {}, NARROW, "Anyone can connect"],
  [
    "a policy, and a login that is off",
    { ...restricted, oauth: { enabled: false } },
    {},
    NARROW,
    "Protected by IP restriction",
  ],
  ["a login", staff, {}, NARROW, "Protected by OAuth"],
  ["a login for anyone", github, {}, NARROW, "Anyone with a GitHub account can sign in"],
  [
    "that and more",
    { ...github, ...webhook },
    {},
    NARROW,
    "Protected by Webhook verification. Anyone with a GitHub account can sign in",
  ],
  ["a policy that is open", restricted, {}, rulesOf("0.0.0.0/0", "::/0"), "Anyone can connect"],
  ["its edge", {}, { mutual_tls: { enabled: true } }, NARROW, "Anyone can connect with a client certificate"],
  ["both", staff, { mutual_tls: { enabled: true } }, NARROW, "Protected by Mutual TLS and OAuth"],
])("of a route with %s", async (_, route, edge, rules, words) => {
  answer({ https_edges: [{ ...EDGE, ...edge, routes: [{ ...ROUTE, ...route }] }], ip_policy_rules: rules });
  await expect.poll(await saidOf("app.example/")).toBe(words);
});

it("of a TCP edge", async () => {
  answer({ tcp_edges: [{ ...TCP, ...SENDS, ...restricted }], ip_policy_rules: NARROW });
  await expect.poll(await saidOf("tcp.example:7000")).toBe("Protected by IP restriction");
});

function answer(has: object) {
  const none = { https_edges: [], tls_edges: [], tcp_edges: [], ip_policies: [] };
  const lists = { ...none, tunnels: [TUNNEL], ...has, uri: "", next_page_uri: null };
  server.answerWith((request, response) => {
    const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    const isThere = name === "edges" || name in lists;
    return json(isThere ? 200 : 404, isThere ? lists : {})(request, response);
  });
}

/** What is said beside the name of what the agent serves. */
async function saidOf(name: string) {
  const online = { ...SESSION, os: "linux", region: "eu", started_at: at, transport: "service/2" };
  renderInApp(<AgentOnline session={online} />);
  const link = await screen.findByRole("link", { name });
  return () => link.nextElementSibling?.textContent;
}
