import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ID_PREFIXES } from "#contract/common.ts";
import { kindsAsked } from "./actions.ts";
import { FIXED, pastedId } from "./entries.ts";
import { RESOURCES } from "#resources/all.ts";
import { textOf, type KnownShelf } from "./known.ts";
import type { Row } from "./rank.ts";
import { filterOf } from "#traffic/traffic-filter.ts";
import { resultsOf } from "./results.ts";

const shelf = (of: string, rows: readonly Row[]): KnownShelf => {
  const kind = RESOURCES.find((one) => one.kind === of);
  if (!kind) throw new Error(`no kind ${of}`);
  return { kind, rows, texts: rows.map((row) => textOf(kind, row)), group: kind.noun.many };
};
const session = (id: string, name: string, os = "linux") => ({
  id: `ts_${id}`,
  metadata: JSON.stringify({ name }),
  os,
  transport: "service/2",
  agent_version: "3.1.0",
  ip: "192.0.2.1",
});
const nothing = { recent: [], now: 0, limits: {}, targetOf: () => null };
const ask = (typed: string, shelves: KnownShelf[] = [], pathname = "/") =>
  resultsOf({ ...nothing, typed, shelves, pathname }).entries;

describe("the palette's results", () => {
  it("are all pages and settings while nothing is typed, behind what the open page's object can do", () => {
    expect(ask("  ")).toEqual(FIXED);
    const sessions = shelf("session", [session("a", "gw-1"), session("b", "gw-2")]);
    const here = ask("", [sessions], "/sessions/ts_b");
    expect(here.slice(0, 4).map(({ label }) => label)).toEqual([
      "Update gw-2…",
      "Restart gw-2…",
      "Stop gw-2…",
      "Copy ID of gw-2",
    ]);
  });

  it("begin with the actions whose verb was typed, those that can't be done with their reason", () => {
    const sessions = shelf("session", [session("a", "gw-1"), session("b", "gw-2", "windows")]);
    const [first, second, ...rest] = ask("rest gw", [sessions]);
    expect(first).toMatchObject({ label: "Restart gw-1…", action: { do: "agent", kind: "restart" } });
    expect(first?.disabledReason).toBeUndefined();
    expect(second?.disabledReason).toContain("Windows");
    expect(rest).toEqual([]);
    const edge = shelf("httpsEdge", [{ id: "edghts_1", hostports: ["a.example:443"] } as Row]);
    expect(ask("new route a.example", [edge])[0]).toMatchObject({
      action: { do: "go", to: "/edges/https/edghts_1/routes/new" },
    });
  });

  // Cause: "bulk add carrier" looked for a policy called "add carrier". Law: words of a sentence are no part of a name.
  it("adds in bulk to the policy that is named", () => {
    const policies = shelf("ipPolicy", [{ id: "ipp_1", description: "Carrier networks" } as Row]);
    const way = {
      label: "Bulk add rules to Carrier networks",
      action: { do: "go", to: "/ip-policies/ipp_1/paste" },
    };
    for (const typed of ["bulk add carrier", "bulk carrier"])
      expect(ask(typed, [policies])).toContainEqual(expect.objectContaining(way));
  });

  // Cause: "agents" found all but their list, and "failed requests" nothing. Law: a page is found by the words for what it shows.
  it.each([
    ["agents", "/sessions"],
    ["roll out", "/rollouts"],
    ["failed requests", "/traffic?outcome=failed"],
    ["errors", "/traffic?outcome=failed"],
  ])("lead by “%s” to %s first", (typed, to) => {
    expect(ask(typed)[0]?.action).toEqual({ do: "go", to });
  });

  // Cause: the operation ID that a visitor's error page shows was found nowhere. Law: an ID that we show leads to what it is of.
  it("lead from the operation ID of a refusal to its request", () => {
    const op = "op_2nXdQ3456789KqAb";
    expect(ask(` ${op}`)[0]).toMatchObject({ action: { do: "go", to: `/traffic?q=${op}` } });
    expect(filterOf("", {}, op)).toBe(`ev.gatehouse.operation_id == "${op}"`);
  });

  // Cause: a URL whose agent was stopped minutes before was a dead end. Law: what the console knows, it tells.
  it("lead from a URL that is offline to the agent that it went with", () => {
    const gone = { ...session("a", "gw-1"), uri: "", region: "us", started_at: "" };
    const departure = { session: gone, seenAt: 0, leftAt: 0 };
    const said = { tone: "off", text: "Stopped at 4:12 PM" } as const;
    const { entries } = resultsOf({
      ...nothing,
      typed: "a.example",
      shelves: [],
      pathname: "/",
      goneFor: () => [{ url: "https://a.example", departure, said, now: [] }],
    });
    expect(entries).toMatchObject([
      {
        label: "https://a.example",
        what: "gw-1, Stopped at 4:12 PM",
        action: { do: "go", to: "/sessions/ts_a" },
      },
    ]);
  });

  it("lead from the address of an alarm to the route that answers it, else to its edge", () => {
    const edge = shelf("httpsEdge", [{ id: "edghts_1", hostports: ["a.example:443"] } as Row]);
    const route = shelf("route", [
      { id: "edghtsrt_1", edge_id: "edghts_1", match: "/reports", place: "a.example/reports" } as Row,
    ]);
    expect(ask("https://a.example/reports/2026?x", [edge, route])[0]?.id).toBe("edghtsrt_1");
    expect(ask("https://a.example/jobs", [edge, route])[0]?.id).toBe("edghts_1");
    // Cause: with the port that the console's own Copy URL gives, a failing route was not found. Law: what is copied is found.
    const endpoint = shelf("endpoint", [{ id: "ep_1", public_url: "https://a.example:5501" } as Row]);
    expect(ask("https://a.example:5501/reports/2026", [edge, route, endpoint])[0]?.id).toBe("edghtsrt_1");
    expect(ask("https://a.example:5501/", [edge, route, endpoint])[0]?.id).toBe("ep_1");
    // Cause: with a slash at its end or a path, a URL opened another whose host ends like it. Law: what was pasted is what is meant.
    const urls = ["https://status.gw.example:5501", "https://gw.example:5501", "https://*.a.example:5501"];
    const some = shelf(
      "endpoint",
      urls.map((public_url, index) => ({ id: `ep_${index}`, public_url }) as Row),
    );
    for (const typed of ["https://gw.example:5501/", "https://gw.example:5501/healthz", "gw.example:5501/x"])
      expect(ask(typed, [some])[0]).toMatchObject({ id: "ep_1" });
    // Cause: a URL below a wildcard address found nothing. Law: what serves a URL is found by it.
    for (const typed of [
      "https://acme.a.example:5501/parcel/12",
      "https://acme.a.example/",
      "acme.a.example",
    ])
      expect(ask(typed, [some])[0]).toMatchObject({ id: "ep_2" });
    // Cause: a URL that nothing has, of an agent that died before the visit, was a dead end; that nobody has it was not said.
    // Law: a question is answered, also by no, and what the service knows of it is one key away.
    const no = { label: "Find requests with b.example", what: "No edge or agent has it" };
    for (const typed of ["https://b.example:4411/jobs?x", "b.example"])
      expect(ask(typed, [edge, route])).toMatchObject([{ ...no, action: { to: "/traffic?q=b.example" } }]);
    // Cause: the name of an agent that died before the visit was "No match". Law: as above.
    expect(ask("kiosk-two", [edge, route])).toMatchObject([{ label: "Find requests with kiosk-two" }]);
    expect(ask("nothing here", [edge, route])).toEqual([]);
  });

  // Cause: "create key" and "oauth api.northwind" found nothing. Law: the palette does what a verb names, on any page.
  it("find what can be created by any word for it", () => {
    for (const typed of ["create key", "new key", "add key"])
      expect(ask(typed)[0]).toMatchObject({ label: "Create key", action: { do: "go", to: "/keys/new" } });
    for (const typed of ["add agent", "new agent", "connect agent"])
      expect(ask(typed)[0]).toMatchObject({ label: "Add agent", action: { to: "/sessions?add" } });
    expect(ask("create destination")[0]).toMatchObject({ action: { to: "/event-destinations/new" } });
    expect(ask("new subscription")[0]).toMatchObject({ action: { to: "/event-subscriptions/new" } });
    expect(ask("bulk add")[0]).toMatchObject({ action: { do: "go", to: "/ip-rules/paste" } });
    expect(ask("log out")[0]).toMatchObject({ action: { do: "signOut" } });
  });

  // Cause: "api key", as sign-in and commands call it, found nothing. Law: what one calls a thing finds it.
  it("find keys as API keys", () => {
    expect(ask("key")).toMatchObject([{ label: "Keys" }, {}, { label: "Create key" }]);
    expect(ask("API key")).toEqual(ask("key"));
  });

  // Cause: a subscription to every change was found by the types of its events, whose words are those of most phrases.
  // Law: what is found is about what was typed; a phrase that names nothing finds nothing.
  it("find no subscription by the words of its events", () => {
    const sources = ["https_edge_route_deleted.v0", "api_key_created.v0"].map((type) => ({ type }));
    const all = { id: "evs_1", description: "Changes, for the SIEM", sources } as Row;
    const shelves = [shelf("eventSubscription", [all])];
    expect(ask("delete route", shelves)).toEqual([]);
    expect(ask("create key", shelves).map(({ label }) => label)).toEqual(["Create key"]);
    expect(ask("changes siem", shelves)[0]).toMatchObject({ id: "evs_1" });
  });

  // Cause: "stop", "update" and "rotate" found nothing. Law: a verb alone finds what it can be done to, what can be done now first.
  it("find what a verb alone can be done to", () => {
    const sessions = shelf("session", [session("b", "gw-2", "windows"), session("a", "gw-1")]);
    expect(ask("stop", [sessions]).map(({ label }) => label)).toEqual(["Stop gw-2…", "Stop gw-1…"]);
    expect(
      ask("Restart", [sessions])
        .slice(0, 2)
        .map(({ label }) => label),
    ).toEqual(["Restart gw-1…", "Restart gw-2…"]);
    expect(kindsAsked("update")).toEqual(["session"]);
    const keys = shelf("apiKey", [{ id: "ak_1", description: "CI" } as Row]);
    expect(ask("rotate", [keys])[0]).toMatchObject({ label: "Rotate key CI" });
    expect(ask("remove", [keys])[0]).toMatchObject({ label: "Delete key CI…" });
  });

  // Cause: "update" offered agents that are up to date first, and "update outdated" found nothing. Law: what there is a
  // reason to do comes first, and the words that the console uses find what they name.
  it("update what is outdated first, to the version that it names", () => {
    const shelves = [shelf("session", [session("a", "gw-1"), session("b", "gw-2")])];
    const targetOf = ({ id }: Row) => (id === "ts_b" ? "3.2.0" : null);
    const found = (typed: string) =>
      resultsOf({ ...nothing, targetOf, typed, shelves, pathname: "/" }).entries;
    expect(
      found("update gw")
        .slice(0, 2)
        .map(({ label }) => label),
    ).toEqual(["Update gw-2 to 3.2.0…", "Update gw-1…"]);
    expect(found("update").slice(0, 2)).toMatchObject([
      { label: "Update gw-2 to 3.2.0…", action: { kind: "update", target: "3.2.0" } },
      { label: "Update gw-1…", action: { kind: "update", target: null } },
    ]);
    // Cause: an agent that nothing is published for was offered an update, which came to "No update available". Law: what can't be done says why.
    const { entries } = resultsOf({
      ...nothing,
      targetOf,
      releases: ["3.2.0"],
      typed: "update",
      shelves,
      pathname: "/",
    });
    expect(entries.slice(0, 2).map(({ disabledReason }) => disabledReason)).toEqual([
      undefined,
      "No newer release.",
    ]);
    expect(found("update outdated")).toMatchObject([
      { label: "Outdated agents", action: { do: "go", to: "/sessions?outdated=yes" } },
    ]);
  });

  // Cause: "ams restart" found nothing, though "restart ams" did. Law: words are found in any order.
  it("take the verb or the module as the last word too", () => {
    const routes = [
      { id: "edghtsrt_1", edge_id: "edghts_1", place: "api.example/v1/", match: "/v1/" } as Row,
    ];
    const shelves = [shelf("session", [session("a", "ams-gw")]), shelf("route", routes)];
    expect(ask("ams restart", shelves).map(({ label }) => label)).toEqual(["Restart ams-gw…"]);
    expect(ask("api.example oauth", shelves).map(({ label }) => label)).toEqual(["OAuth on api.example/v1/"]);
    expect(kindsAsked("ams restart")).toEqual(["session"]);
  });

  // Cause: "restart ams" offered a laptop whose ID holds "ams". Law: an ID is found by chance only where no name is.
  it("act on what is named, not on what has the word in its ID", () => {
    const sessions = shelf("session", [session("2nXams7", "laptop"), session("b", "ams-gw")]);
    expect(ask("restart ams", [sessions]).map(({ label }) => label)).toEqual(["Restart ams-gw…"]);
    expect(ask("restart nxam", [sessions]).map(({ label }) => label)).toEqual(["Restart laptop…"]);
  });

  // Cause: "create route" found nothing until an edge was named. Law: as above.
  it("find where a route or a rule can be created, with no place named", () => {
    const edge = shelf("httpsEdge", [{ id: "edghts_1", hostports: ["a.example:443"] } as Row]);
    const keys = shelf("apiKey", [{ id: "ak_1", description: "CI" } as Row]);
    expect(ask("add route", [edge, keys]).map(({ label }) => label)).toEqual(["Create route on a.example"]);
    expect(ask("delete route", [edge, keys])).toEqual([]);
  });

  it("open the module of a route or an edge that is named with it", () => {
    const place = "api.northwind.example/v1/";
    const routes = shelf("route", [{ id: "edghtsrt_1", edge_id: "edghts_1", place, match: "/v1/" } as Row]);
    const tls = shelf("tlsEdge", [{ id: "edgtls_1", hostports: ["api.northwind.example:8443"] } as Row]);
    for (const typed of ["oauth api.northwind", "add oauth to api.north", "turn off OAUTH on the route api"])
      expect(ask(typed, [routes, tls])[0]).toMatchObject({
        label: `OAuth on ${place}`,
        action: { do: "go", to: "/edges/https/edghts_1/routes/edghtsrt_1/oauth" },
      });
    expect(ask("mutual tls api", [routes, tls]).map(({ action }) => action)).toContainEqual({
      do: "go",
      to: "/edges/tls/edgtls_1/mutual_tls",
    });
    expect(ask("oauth nowhere", [routes, tls])).toEqual([]);
    // Cause: only a module's own name found it. Law: what people call a thing finds it.
    for (const [typed, title] of [
      ["rate limit api", "Policies"],
      ["stripe api", "Webhook verification"],
      ["allowlist api", "IP restriction"],
    ])
      expect(ask(typed ?? "", [routes, tls])[0]).toMatchObject({ label: `${title} on ${place}` });
  });

  // Cause: "delete ci deploys" was about the circuit breaker of "deploys", and found nothing. Law: a name that begins as a module
  // does is found.
  // Cause: on the page of a route, "oauth" found nothing of that route. Law: what is asked for without a name is asked of the open page.
  it("ask the thing whose page is open for what was typed without a name", () => {
    const match = { match: "/v1/", match_type: "path_prefix" };
    const edge = { id: "edghts_1", hostports: ["a.example:443"] } as Row;
    const route = { id: "edghtsrt_1", edge_id: "edghts_1", ...match } as Row;
    const shelves = [shelf("httpsEdge", [edge]), shelf("route", [route])];
    const path = "/edges/https/edghts_1/routes/edghtsrt_1";
    expect(ask("oauth", shelves, path)[0]).toMatchObject({ action: { do: "go", to: `${path}/oauth` } });
    expect(ask("oauth", shelves, `${path}/saml`)[0]).toMatchObject({ action: { to: `${path}/oauth` } });
    const sessions = shelf("session", [session("a", "gw-1"), session("b", "gw-2")]);
    expect(ask("restart", [sessions], "/sessions/ts_b").map(({ label }) => label)).toEqual([
      "Restart gw-2…",
      "Restart gw-1…",
    ]);
    expect(ask("restart gw-1", [sessions], "/sessions/ts_b")[0]?.label).toBe("Restart gw-1…");
  });

  // Cause: away from its page, "oauth" found nothing, and "add module" nothing anywhere. Law: what the product names is found by its name,
  // where it is set first; pages and resources of that name come before.
  it("find modules by name alone, and where one can be added", () => {
    const edge = { id: "edghts_1", hostports: ["a.example:443"], compression: null } as Row;
    const routeOf = (id: string, match: string, oauth: object | null) =>
      ({ id: `edghtsrt_${id}`, edge_id: "edghts_1", match, place: `a.example${match}`, oauth }) as Row;
    const routes = [routeOf("1", "/", null), routeOf("2", "/app", { provider: {} })];
    const shelves = [shelf("httpsEdge", [edge]), shelf("route", routes)];
    const labelsOf = (typed: string, path?: string) => ask(typed, shelves, path).map(({ label }) => label);
    for (const typed of ["oauth", "turn off oauth", "remove oauth"])
      expect(ask(typed, shelves).map(({ label, what }) => [label, what])).toEqual([
        ["OAuth on a.example/app", "Module"],
        ["OAuth on a.example/", "Not set"],
      ]);
    expect(labelsOf("polic").slice(0, 4)).toEqual([
      "Try an IP address",
      "IP policies",
      "Create IP policy",
      "Policies on a.example/",
    ]);
    expect(labelsOf("add module")).toEqual([
      "Add module to a.example",
      "Add module to a.example/",
      "Add module to a.example/app",
    ]);
    expect(ask("add module", shelves, "/edges/https/edghts_1")[0]).toMatchObject({
      label: "Add module to a.example",
      action: { do: "go", to: "/edges/https/edghts_1?add-module" },
    });
    expect(labelsOf("delete module")).toEqual([]);
  });

  // Cause: "delete edge" offered to delete the admin's key first. Law: a command is about what it names.
  it("delete no key where something else is named", () => {
    const keys = shelf("apiKey", [{ id: "ak_1", description: "Admin" } as Row]);
    for (const typed of ["delete edge", "remove agent", "delete module"])
      expect(ask(typed, [keys]).filter(({ action }) => action.do === "deleteKey")).toEqual([]);
    expect(ask("delete key", [keys])[0]?.label).toBe("Delete key Admin…");
  });

  it("take for a name what is no module of anything", () => {
    const keys = shelf("apiKey", [{ id: "ak_1", description: "CI deploys" } as Row]);
    expect(ask("delete ci deploys", [keys])[0]).toMatchObject({
      label: "Delete key CI deploys…",
      action: { do: "deleteKey" },
    });
    expect(ask("ci deploys rotate", [keys])[0]).toMatchObject({ label: "Rotate key CI deploys" });
    expect(kindsAsked("delete ci deploys")).toContain("apiKey");
  });

  // Cause: two keys of one name, as after a rotation that was left in the middle, had the same "Delete…". Law: what is done to one of
  // two says to which.
  it("tell keys of one name apart by their IDs", () => {
    const keys = shelf("apiKey", [
      { id: "ak_1", description: "CI" } as Row,
      { id: "ak_2", description: "CI" } as Row,
    ]);
    expect(ask("delete key ci", [keys]).map(({ label, aside }) => [label, aside])).toEqual([
      ["Delete key CI…", "ak_1"],
      ["Delete key CI…", "ak_2"],
    ]);
  });

  // Cause: the product's own words ("delete key"), half a verb and what has its deletion elsewhere found nothing, and of many agents
  // eight were shown as if they were all. Law: what is on a button is found, and what is left out is counted.
  it("find what a button says, half a verb, and the page where it is done", () => {
    const keys = shelf("apiKey", [{ id: "ak_1", description: "CI dark" } as Row]);
    for (const typed of ["delete key", "dele", "delete key ci"])
      expect(ask(typed, [keys])[0]).toMatchObject({ label: "Delete key CI dark…" });
    expect(ask("delete authtoken")[0]).toMatchObject({ label: "Authtokens" });
    const agents = Array.from({ length: 24 }, (_, index) => session(`s${index}`, `gw-${index}`));
    for (const typed of ["stop", "stop agent", "rest"]) {
      const asked = { ...nothing, typed, shelves: [shelf("session", agents)], pathname: "/" };
      const { entries, more } = resultsOf(asked);
      expect(entries.filter(({ action }) => action.do === "agent")).toHaveLength(8);
      expect(more).toBe(16);
    }
  });

  it("need only the lists that the words are about", () => {
    expect(kindsAsked("restart ams")).toEqual(["session"]);
    expect(kindsAsked("new route api")).toEqual(["ipPolicy", "route", "httpsEdge", "tlsEdge", "tcpEdge"]);
    expect(kindsAsked("oauth api")).toEqual(["route"]);
    expect(kindsAsked("delete key ci")).toEqual(["apiKey"]);
    for (const typed of ["", "re", "re x", "fra-gw-01", "create key", "oauth"])
      expect(kindsAsked(typed)).toEqual([]);
  });

  it("open any pasted id of a kind with a page, known or not, and never name one twice", () => {
    const kinds = fc.constantFrom(...RESOURCES.filter(({ within }) => !within));
    const body = fc.stringMatching(/^[0-9A-Za-z]{8,27}$/);
    fc.assert(
      fc.property(kinds, body, fc.boolean(), fc.boolean(), (kind, text, known, uri) => {
        const id = `${ID_PREFIXES[kind.kind]}_${text}`;
        const typed = uri ? `https://x.example/api/things/${id}?a=b` : ` ${id} `;
        const entries = ask(
          typed,
          known
            ? [
                shelf(kind.kind, [
                  { id, hostports: [], metadata: "", os: "linux", sources: [], target: {} } as Row,
                ]),
              ]
            : [],
        );
        expect(pastedId(typed)?.id).toBe(id);
        expect(entries[0]?.action).toMatchObject({ do: "go", to: expect.stringContaining(id) as string });
        expect(entries[0]?.id).toBe(known ? id : `open ${id}`);
        expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
      }),
    );
  });
});
