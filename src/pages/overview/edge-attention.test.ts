import { expect, it } from "vitest";
import type { TunnelGroupBackend } from "#contract/backend.ts";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import type { Serving } from "#resources/edge-way.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { Departure } from "#fleet/departures.ts";
import { lost } from "./agent-attention.ts";
import { edgeAttention, edgesThatFail } from "./edge-attention.ts";

const to = (id: string) => ({ enabled: true, backend: { id, uri: "" } });
const route = (match: string, backend: object | null) => ({ id: match.slice(1), match, backend });
const edge = (name: string, routes: object[]) =>
  ({
    id: `edghts_${name}`,
    created_at: "2026-11-21T11:00:00Z",
    hostports: [`${name}.example:443`],
    routes,
  }) as unknown as EdgeRow;
const invoices = {
  id: "bkdtg_1",
  description: "Invoices",
  labels: { app: "invoices" },
} as unknown as TunnelGroupBackend;
const said = (edges: EdgeRow[], serving: Serving = { live: new Map() }) =>
  edgesThatFail({ edges, serving, backends: new Map([[invoices.id, invoices]]) });
const live = route("/", to("bkdhf_1"));
const dark = (match: string) => route(match, to("bkdtg_1"));

// Cause: of routes that fail for several reasons the first gave the reason and the fix of all. Law: a line for each cause, with
// the routes that have it and what mends it.
it("says each cause of an edge by itself, with its routes and its fix", () => {
  const page = "/edges/https/edghts_app";
  const routes = [dark("/reports"), live, route("/wtest", null), dark("/pdf")];
  const start = "Requests fail. Start an agent for “Invoices” with the label app=invoices.";
  expect(said([edge("app", routes)]).map(({ what, why, fix }) => [what, why, fix])).toEqual([
    ["app.example/reports and /pdf: No agent online", start, { label: "Show edge", to: page }],
    [
      "app.example/wtest: No backend",
      "Requests fail. Add a backend.",
      { label: "Add backend", to: `${page}/routes/wtest/backend` },
    ],
  ]);
  // One cause of all routes is that of the edge.
  expect(said([edge("app", [dark("/a"), dark("/b")])]).map(({ what }) => what)).toEqual([
    "app.example: No agent online",
  ]);
});

// Cause: an edge without an agent, and the agent that had left, were told of apart: with 24 agents one had to guess the host. Law: what
// is down names what it went down with, and the other way round.
it("names the agent that served an edge, and the edge that is offline with an agent", () => {
  const session = { id: "ts_1", metadata: '{"host":"web-1"}' } as TunnelSession;
  const tunnel = { id: "tn_1", started_at: "", labels: {}, backends: [{ id: "bkdtg_1", uri: "" }] };
  const left: Departure[] = [{ session, seenAt: 0, leftAt: 0, served: [tunnel] }];
  const of = {
    edges: [edge("app", [dark("/reports"), live])],
    serving: { live: new Map() },
    backends: new Map([[invoices.id, invoices]]),
    rules: [],
    policies: new Map<string, string>(),
  };
  const { failing, dark: places } = edgeAttention({ ...of, left });
  const start = "Requests fail. Start an agent for “Invoices” with the label app=invoices.";
  expect(failing.map(({ why }) => why)).toEqual([
    expect.stringMatching(/^Requests fail\. .*web-1 served it until .*\.$/),
  ]);
  expect(failing[0]?.why.startsWith(start)).toBe(true);
  const [line] = lost(left[0]!, { actions: [], endpoints: [], dark: places, now: 0 });
  expect(line?.why).toContain("app.example/reports is offline.");
  // One that is back served it elsewhere, or not any more.
  const back = left.map((one) => ({ ...one, back: "ts_2" }));
  expect(edgeAttention({ ...of, left: back }).failing.map(({ why }) => why)).toEqual([start]);
});

it("folds the causes of an edge, and edges as a whole", () => {
  const down = ["/a", "/b", "/c", "/d", "/e"].map((match) => route(match, to("bkdhr_1")));
  const unreached = new Map(down.map(({ id }, n) => [id, `unreached ERR_GATEHOUSE_3210 ${n}` as const]));
  const both = [dark("/x"), route("/y", null)];
  const edges = [edge("many", down), ...["b", "c", "d", "e"].map((name) => edge(name, both))];
  expect(said(edges, { live: new Map(), unreached }).map(({ what, why }) => [what, why])).toEqual([
    ["many.example/a: App unreachable", expect.anything()],
    ["many.example/b: App unreachable", expect.anything()],
    ["many.example/c: App unreachable", expect.anything()],
    ["many.example: 2 more routes fail", "/d and /e."],
    ["b.example/x: No agent online", expect.anything()],
    ["b.example/y: No backend", expect.anything()],
    ["c.example/x: No agent online", expect.anything()],
    ["c.example/y: No backend", expect.anything()],
    ["Requests fail on 2 more edges", "d.example and e.example."],
  ]);
});

// Cause: a stored route /a//b, which the edge answers with 400, was online everywhere. Law: a path that serves nothing is told with
// what mends it.
it("tells a route whose path no request has, at the service’s edge", () => {
  const odd = { ...route("/a//b", to("bkdhf_1")), id: "odd" };
  const edges = [edge("app", [odd, live])];
  expect(said(edges, {})).toEqual([]);
  expect(said(edges, { unapplied: [] })).toMatchObject([
    {
      tone: "bad",
      what: "app.example/a//b: Path unreachable",
      why: "Requests fail. Remove //, /./ and /../ from the path.",
      fix: { label: "Edit route", to: "/edges/https/edghts_app/routes/odd/edit" },
    },
  ]);
});

// Cause: of several agents of a route the overview said "Check the logs of the app", and not of which. Law: whose app fails is named, where
// there are several and it is known.
it("names the agents whose apps fail behind a route that several serve", () => {
  const tunnel = (n: number) => ({
    id: `tn_${n}`,
    started_at: "",
    tunnel_session: { id: `ts_${n}`, uri: "" },
  });
  const lead = "unreached 500 Failures since 10:32" as const;
  const why = (tunnels: ReturnType<typeof tunnel>[], metadata = '{"host":"second-host"}') =>
    edgesThatFail({
      edges: [edge("app", [dark("/reports")])],
      serving: {
        live: new Map([["bkdtg_1", tunnels]]),
        unreached: new Map([
          ["reports", lead],
          ["tn_2", lead],
        ]),
      },
      backends: new Map(),
      sessions: metadata ? [{ id: "ts_2", metadata } as TunnelSession] : [],
    }).map((one) => one.why);
  const plain = "Failures since 10:32. Check the logs of the app.";
  expect(why([tunnel(1), tunnel(2)])).toEqual([`The app of second-host fails. ${plain}`]);
  expect(why([tunnel(2)])).toEqual([plain]);
  expect(why([tunnel(1), tunnel(2)], "")).toEqual([plain]);
});
