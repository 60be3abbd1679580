import { expect, it } from "vitest";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import type { Serving } from "#resources/edge-way.ts";
import { edgesThatFail } from "./edge-attention.ts";
import { lintAttention } from "./lint-attention.ts";
import { ruleAttention } from "./rule-attention.ts";

const backend = { enabled: true, backend: { id: "bkdhf_1", uri: "" } };
const route = (match: string, modules: object = {}) => ({ id: match.slice(1), match, backend, ...modules });
const edge = (name: string, routes: object[], modules: object = {}) =>
  ({
    id: `edghts_${name}`,
    created_at: "2026-11-21T11:00:00Z",
    hostports: [`${name}.example:443`],
    routes,
    ...modules,
  }) as unknown as EdgeRow;
const said = (edges: EdgeRow[], serving: Serving = { unapplied: [] }) =>
  lintAttention({ edges, serving, rules: [], policies: new Map() });
const fails = (edges: EdgeRow[], serving: Serving) => edgesThatFail({ edges, serving, backends: new Map() });

const webhook_verification = { enabled: true, provider: "github" };
const anyone = { oauth: { enabled: true, provider: { github: { client_id: "a" } } } };

// Cause: a route whose webhooks are all refused was red on its page and on the map, and not in the overview. Law: what the lint calls
// an error or a warning needs attention. Cause: "2 warnings on edges and routes" named no cause, and led to all edges. Law: few are told
// by themselves, with where each is mended; of many the rest leads to the edges that have them.
it("tells the errors and warnings of routes and edges by themselves", () => {
  const app = edge("app", [route("/dispatch", { webhook_verification, ...anyone }), route("/open")]);
  const { errors, warnings } = said([app]);
  expect(errors).toMatchObject([
    {
      tone: "bad",
      what: "app.example/dispatch: Webhooks can’t pass OAuth",
      why: expect.stringContaining("every webhook is refused"),
      fix: { label: "Show setting", to: "/edges/https/edghts_app/routes/dispatch/oauth?field=enabled" },
    },
  ]);
  const one = "app.example/dispatch: Anyone with a GitHub account can sign in";
  expect(warnings).toMatchObject([{ tone: "warn", what: one }]);

  const behind = edge("b", [route("/x", { ...anyone, webhook_verification })], {
    mutual_tls: { enabled: true, certificate_authorities: [{}] },
  });
  expect(said([behind]).warnings).toMatchObject([
    {
      what: "b.example/x: Webhooks need a client certificate here",
      fix: { label: "Show setting", to: "/edges/https/edghts_b/mutual_tls?field=enabled" },
    },
    { what: "b.example/x: Anyone with a GitHub account can sign in" },
  ]);
  expect(said([app, behind]).warnings).toHaveLength(3);
  expect(
    said([
      app,
      behind,
      edge(
        "c",
        ["/x", "/y"].map((match) => route(match, anyone)),
      ),
    ]).warnings[3],
  ).toMatchObject({
    what: "2 more warnings on edges and routes",
    why: "c.example/x and c.example/y.",
    fix: { label: "Show edges", to: "/edges?modules=Warnings&modules=Errors+and+warnings" },
  });
});

it("folds the errors of many routes, and says those of an edge once", () => {
  const both = ["/a", "/b", "/c", "/d", "/e"].map((match) =>
    route(match, { webhook_verification, jwt_validation: { enabled: true, issuer: {} } }),
  );
  expect(said([edge("app", both)]).errors.map(({ what }) => what)).toEqual([
    ...["a", "b", "c"].map((path) => `app.example/${path}: Webhooks can’t pass JWT validation`),
    "2 more errors on edges and routes",
  ]);
  const old = { tls_termination: { enabled: true, min_version: "1.0" } };
  expect(said([edge("app", [route("/a"), route("/b")], old)]).warnings).toMatchObject([
    { what: "app.example: TLS 1.0 is accepted", fix: { to: expect.stringContaining("tls_termination") } },
  ]);
});

it("leaves out what the line of requests that fail says, notes, and what is not read", () => {
  const bare = edge("bare", [
    { ...route("/a"), backend: null },
    { ...route("/b"), oauth: { enabled: false } },
  ]);
  expect(fails([bare], { unapplied: [] })).toHaveLength(1);
  const unread = {
    id: "edghts_u",
    routes: [route("/x", { webhook_verification, ...anyone })],
  } as unknown as EdgeRow;
  expect(said([bare, unread])).toMatchObject({ errors: [], warnings: [] });
});

// Cause: JWT keys over http were told on the overview only where the service’s edge closes the route for them. Law: what the page
// of a route warns of, where visitors may get in by it, needs attention too, once.
it("warns of settings that prove nothing at an edge that is not the service’s", () => {
  const jws = { keys: { sources: { additional_jkus: ["http://keys.example/jwks"] } } };
  const open = { ...route("/api"), jwt_validation: { enabled: true, jws } };
  const off = { ...route("/"), jwt_validation: { enabled: false, jws } };
  const edges = [edge("app", [open, off])];
  const risks = (serving: Serving) => {
    const { errors, warnings } = said(edges, serving);
    return [...errors, ...warnings];
  };
  expect(fails(edges, {})).toEqual([]);
  expect(risks({})).toMatchObject([
    {
      tone: "warn",
      what: "app.example/api: JWT keys are fetched over http://",
      why: "Anyone on the network path can forge sign-ins and tokens. Use https://, or turn JWT validation off.",
      fix: {
        to: "/edges/https/edghts_app/routes/api/jwt_validation?field=jws.keys.sources.additional_jkus",
      },
    },
  ]);
  expect(risks({ unapplied: [] })).toEqual([]);
  expect(fails(edges, { unapplied: [] }).map(({ what }) => what)).toEqual(["app.example/api: Closed"]);
});

// Cause: a policy that is open to everyone had a line beside that of the route that it opens, both of one rule. Law: one cause is told
// once, with what comes of it; a policy that nothing uses is told by itself.
it("tells of a policy that opens a route there alone", () => {
  const rule = (id: string, cidr: string, policy: string) =>
    ({ id, cidr, action: "allow", ip_policy: { id: policy, uri: "" } }) as IpPolicyRule;
  const rules = [
    rule("ipr_1", "0.0.0.0/1", "ipp_used"),
    rule("ipr_2", "128.0.0.0/1", "ipp_used"),
    rule("ipr_3", "::/0", "ipp_unused"),
  ];
  const policies = new Map([
    ["ipp_used", "Offices"],
    ["ipp_unused", "Old"],
  ]);
  const restricted = { ip_restriction: { enabled: true, ip_policies: [{ id: "ipp_used" }] } };
  const told = (edges: EdgeRow[]) => {
    const known = { edges, serving: { unapplied: [] }, rules, policies };
    const { warnings, opening } = lintAttention(known);
    return [...warnings, ...ruleAttention(known, opening).lines].map(({ what }) => what);
  };
  expect(told([])).toEqual(["Offices: Open to everyone", "Old: Open to everyone"]);
  expect(told([edge("app", [route("/x", restricted)])])).toEqual([
    "app.example/x: IP restriction is open to everyone",
    "Old: Open to everyone",
  ]);
});
