import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TunnelGroupBackend } from "#contract/backend.ts";
import type { CertificateAuthority } from "#contract/certificate-authority.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { TcpPorts } from "#resources/closing.ts";
import type { EdgeRow } from "#resources/edge-discovery.ts";
import { EDGE_HEALTH, wayOfEdge, wayWords } from "#resources/edge-way.ts";
import { answered, type Answer, type FleetAction } from "#fleet/action.ts";
import type { Departure } from "#fleet/departures.ts";
import { startAction } from "#fleet/start-action.ts";
import { findingsOf, gathered } from "#policy-lab/findings.ts";
import { attentionOf } from "./attention.ts";
import { countBy } from "./counts.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const nothing = {
  published: null,
  sessions: [],
  left: [],
  lost: [],
  actions: [],
  edges: [],
  serving: {},
  backends: new Map<string, TunnelGroupBackend>(),
  rules: [],
  policies: new Map<string, string>(),
  authorities: [],
  now: NOW,
};
const agent = (id: string, version: string) =>
  ({ id, agent_version: version, metadata: "" }) as TunnelSession;
const authority = (days: number) =>
  ({
    id: `ca_${days}`,
    not_after: new Date(NOW + days * 86_400_000 + 1000).toISOString(),
  }) as CertificateAuthority;
const rule = (id: string, cidr: string, action: string, policy = "ipp_1") =>
  ({ id, cidr, action, ip_policy: { id: policy, uri: "" } }) as IpPolicyRule;
const gone = (id: string): Departure => ({ session: agent(id, "3.1.0"), seenAt: NOW - 12_000, leftAt: NOW });

describe("attentionOf", () => {
  it("is empty when nothing is wrong", () => {
    expect(
      attentionOf({ ...nothing, sessions: [agent("ts_1", "3.1.0")], authorities: [authority(30)] }),
    ).toEqual([]);
  });

  // Cause: a port that another program held was only logged. Law: what nobody can reach is said, once, with what to do.
  it("names a TCP port that is not open, and not its edge too", () => {
    const edge = {
      id: "edgtcp_1",
      created_at: new Date(NOW).toISOString(),
      hostports: ["1.example:20379"],
    } as unknown as EdgeRow;
    const said = (ports: TcpPorts) =>
      attentionOf({
        ...nothing,
        edges: [edge],
        serving: { ports },
      });
    const fix = { to: "/endpoints?q=%3A20379" };
    expect(said({ none: false, closed: [20_379] })).toMatchObject([
      { tone: "bad", what: "TCP port 20379 is not open", why: expect.stringContaining("uses it"), fix },
    ]);
    // Cause: a port that --edge-tcp leaves out was said to be used by a program, also below the line that said it right. Law:
    // one line for each cause, with what helps (decisions/edge/closed-ports.md).
    const range = [30_000, 30_100];
    expect(said({ none: false, closed: [20_379, 30_001, 40_000], range })).toMatchObject([
      {
        what: "TCP ports 20379 and 40000 are not open",
        why: "Nobody can connect. The service opens only ports 30000 to 30100. Choose one of them, or change --edge-tcp.",
      },
      {
        what: "TCP port 30001 is not open",
        why: "Nobody can connect. Stop the program that uses it, or choose another port.",
      },
    ]);
    const off = "The service opens no TCP ports. Start it without --edge-tcp off.";
    expect(said({ none: true, closed: [20_379] })).toMatchObject([
      { what: "TCP port 20379 is not open", why: `Nobody can connect. ${off}`, fix },
    ]);
    expect(said({ none: true, closed: [] })).toMatchObject([
      { what: expect.stringContaining("No port open"), why: `Nobody can connect. ${off}` },
    ]);
  });

  it("counts the outdated agents and updates just those", () => {
    const sessions = [agent("ts_1", "3.1.0"), agent("ts_2", "3.0.9"), agent("ts_3", "2.9.9")];
    expect(attentionOf({ ...nothing, sessions })).toMatchObject([
      {
        what: "1 agent can be updated",
        why: "3.1.0 is available.",
        fix: { command: "update", sessions: [sessions[1]] },
      },
    ]);
  });

  // Cause: what this tab had updated, or tried to, was offered an update again. Law: a line says what is so, and
  // offers only what can help; one fact is said once.
  it("offers to update only what nothing was done about", () => {
    const on = (id: string, version: string) => ({
      ...agent(id, version),
      started_at: "2026-11-20T00:00:00Z",
      os: "linux",
      transport: "service/2",
    });
    const sessions = [on("ts_1", "3.1.0"), ...["ts_2", "ts_3", "ts_4", "ts_5"].map((id) => on(id, "3.0.9"))];
    const sent = (session: TunnelSession, kind: "update" | "restart", answer: Answer) =>
      answered(startAction({ id: kind, kind, session, sessions, urls: [], at: NOW }), answer, NOW);
    const no: Answer = { outcome: "refused", error: { msg: "No.", status: 409 } };
    const actions = [
      sent(sessions[1]!, "update", { outcome: "accepted" }),
      sent(sessions[2]!, "update", no),
      sent(sessions[3]!, "update", no),
      sent(sessions[3]!, "restart", { outcome: "accepted" }),
    ];
    const items = attentionOf({ ...nothing, sessions, actions, now: NOW + 10_000 });
    expect(items.map(({ what, fix }) => [what, fix.label])).toEqual([
      ["ts_4: Update refused", "Show session"],
      ["ts_3: Update refused", "Show session"],
      ["ts_2 needs a restart", "Restart…"],
      ["1 agent can be updated", "Update…"],
    ]);
  });

  // Cause: once its agent restarted, a refused update was "1 agent did not update", without name, reason and page. Law: a
  // fault keeps its name, reason and way until it is fixed, whatever restarted the agent.
  it.each(["by a command", "on its host"])("names a refused update after a restart %s", (how) => {
    const old = { ...agent("ts_old", "3.0.9"), started_at: "2026-11-20T00:00:00Z", os: "linux" };
    const again = (version: string) => ({ ...old, id: "ts_new", agent_version: version });
    const said = (kind: "update" | "restart", answer: Answer) =>
      answered(
        startAction({ id: kind, kind, session: old, sessions: [old], urls: [], at: NOW }),
        answer,
        NOW,
      );
    const refused = said("update", {
      outcome: "refused",
      error: { msg: "Its configuration.", status: 409, code: "ERR_GATEHOUSE_9102" },
    });
    const restart: FleetAction = {
      ...said("restart", { outcome: "accepted" }),
      state: { phase: "verified", seconds: 3, successorId: "ts_new", version: "3.0.9" },
    };
    const commanded = how === "by a command";
    const about = {
      ...nothing,
      actions: commanded ? [refused, restart] : [refused],
      left: commanded ? [] : [{ session: old, seenAt: NOW, leftAt: NOW, back: "ts_new" }],
    };
    const others = [agent("ts_1", "3.1.0")];
    expect(attentionOf({ ...about, sessions: [...others, again("3.0.9")] })).toEqual([
      {
        key: "action update",
        tone: "bad",
        // Cause: the line was called by the agent's name alone. Law: a line says what is wrong, then how it is mended.
        what: "ts_new: Updates off",
        why: "Turn on update checks in its configuration, or update it on its host.",
        fix: { label: "Show session", to: "/sessions/ts_new" },
      },
    ]);
    expect(attentionOf({ ...about, sessions: [...others, again("3.1.0")] })).toEqual([]);
  });

  // Cause: an updated agent on Windows was offered a restart that it can't do. Law: no instruction to press a disabled button.
  it("offers the restart of updated agents only where they can do it", () => {
    const on = (id: string, os: string) => ({
      ...agent(id, "3.1.0"),
      started_at: "2026-11-20T00:00:00Z",
      os,
      transport: "service/2",
    });
    const sessions = [on("ts_1", "linux"), on("ts_2", "windows")];
    const begun = (session: TunnelSession) =>
      startAction({ id: session.id, kind: "update", session, sessions, urls: [], at: NOW });
    const actions = sessions.map((one) => answered(begun(one), { outcome: "accepted" }, NOW));
    // Sent twice, still one restart.
    const at = (now: number) =>
      attentionOf({ ...nothing, sessions, actions: [actions, actions].flat(), now });
    const items = at(NOW + 10_000);
    expect(at(NOW)).toEqual([]);
    expect(items.map(({ what, fix }) => [what, fix])).toEqual([
      ["ts_1 needs a restart", { label: "Restart…", command: "restart", sessions: [sessions[0]] }],
      ["ts_2 needs a restart by hand", { label: "Show session", to: "/sessions/ts_2" }],
    ]);
  });

  it("says what is lost, expired and about to expire, in this order", () => {
    const items = attentionOf({
      ...nothing,
      lost: [gone("ts_gone")],
      authorities: [authority(29), authority(-1), authority(31)],
    });
    expect(items.map(({ key, tone }) => [key, tone])).toEqual([
      ["lost ts_gone", "off"],
      ["ca ca_-1", "bad"],
      ["ca ca_29", "warn"],
    ]);
    expect(items[0]?.why).toContain("last seen 12 s ago");
    expect(items[2]?.why).toBe("Certificate authority expires in 29 days.");
  });

  // Cause: an edge without a backend was shown nowhere on the overview. Law: what is broken comes first, its fix a click away.
  it("leads to what an edge that can’t serve requests lacks", () => {
    const at = "2026-11-21T11:00:00Z";
    const route = (id: string, backend: string | null, enabled = true) => ({
      id,
      match: `/${id}`,
      backend: backend && { enabled, backend: { id: backend, uri: "" } },
    });
    const edges = [
      { id: "edghts_1", created_at: at, hostports: ["a.example:443"], routes: [route("r1", null)] },
      {
        id: "edghts_2",
        created_at: at,
        hostports: ["b.example:443"],
        routes: [route("r2", "bkdtg_1"), route("r3", "bkdhf_1"), route("r5", "bkdhf_1")],
      },
      { id: "edghts_3", created_at: at, hostports: ["c.example:443"], routes: [route("r4", "bkdhf_1")] },
      {
        id: "edghts_4",
        created_at: at,
        hostports: ["d.example:443"],
        routes: [route("r6", "bkdhf_1", false)],
      },
    ] as unknown as EdgeRow[];
    const items = attentionOf({ ...nothing, edges, serving: { live: new Map() } });
    expect(items.map(({ what, fix }) => [what, fix])).toEqual([
      ["b.example/r2: No agent online", { label: "Show route", to: "/edges/https/edghts_2/routes/r2" }],
      [
        "d.example: Backend is off",
        { label: "Show backend", to: "/edges/https/edghts_4/routes/r6/backend?field=enabled" },
      ],
      ["a.example: No backend", { label: "Add backend", to: "/edges/https/edghts_1/routes/r1/backend" }],
    ]);
  });

  // Cause: the line said "the labels of the backend", and neither which backend nor which labels. Law: a line holds what its fix needs.
  it("names the backend and the labels that an agent is missing for", () => {
    const to = (id: string) => ({ id: `r_${id}`, match: `/${id}`, backend: { backend: { id, uri: "" } } });
    const edge = (id: string, more: object) =>
      ({ id, created_at: "2026-11-21T11:00:00Z", hostports: [`${id}:443`], ...more }) as EdgeRow;
    const edges = [
      edge("edghts_1", { routes: [to("bkdtg_1"), to("bkdtg_1"), to("bkdhr_1")] }),
      edge("edghts_2", { routes: [to("bkdtg_1"), to("bkdtg_2")] }),
      edge("edgtls_1", { backend: { backend: { id: "bkdtg_3", uri: "" } } }),
    ];
    const serving = { live: new Map() };
    const backends = new Map(
      [
        { id: "bkdtg_1", description: "Reports", labels: { app: "reports", site: "fra" } },
        { id: "bkdtg_2", description: "", labels: { app: "mail" } },
      ].map((one) => [one.id, one as unknown as TunnelGroupBackend]),
    );
    expect(attentionOf({ ...nothing, edges, serving, backends }).map(({ why }) => why)).toEqual([
      "Requests fail. Start an agent for “Reports” with the labels app=reports, site=fra.",
      "Requests fail. Start agents for “Reports” with the labels app=reports, site=fra and the label app=mail.",
      // It can’t be read. Cause: a TLS edge was said to have requests. Law: what comes in is called what it is.
      "Connections fail. Start an agent with the labels of the backend.",
    ]);
  });

  // Cause: a live route that failed was amber below a refused update, and empty edges hid another in a count. Law: URLs that
  // fail come first, by name, in red; what was never finished comes after, what gets no traffic is no outage.
  it("puts URLs that fail before what was never finished, and names those it folds", () => {
    const at = "2026-11-21T11:00:00Z";
    const fails = { id: "r", match: "/x", backend: { backend: { id: "bkdtg_1", uri: "" } } };
    const serves = { id: "s", match: "/", backend: { backend: { id: "bkdhf_1", uri: "" } } };
    const edge = (name: string, routes: object[], hostports: string[] | null = [`${name}.example:443`]) => ({
      id: `edghts_${name}`,
      created_at: at,
      hostports,
      routes,
    });
    // Cause: ten edges that only a newer service opens hid the one that an agent opens. Law: what can be mended comes first.
    const edges = [
      edge("closed", [{ ...serves, oauth: { enabled: true } }]),
      edge("none", [], null),
      edge("new", []),
      edge("a", [fails, serves]),
      edge("b", [fails]),
      edge("c", [fails]),
      edge("d", [fails]),
    ] as unknown as EdgeRow[];
    const serving = { live: new Map(), unapplied: ["oauth"] };
    const items = attentionOf({ ...nothing, edges, serving });
    expect(items.map(({ tone, what, why }) => [tone, what, why])).toEqual([
      ["bad", "a.example/x: No agent online", expect.anything()],
      ["bad", "b.example: No agent online", expect.anything()],
      ["bad", "c.example: No agent online", expect.anything()],
      ["bad", "Requests fail on 3 more edges", "d.example, new.example and closed.example."],
      ["warn", "HTTPS edge without an address", "It gets no traffic. Add an address. edghts_none"],
    ]);
    // Cause: it led to all edges, those that serve too. Law: a line leads to what it tells of.
    const { fix } = items[3]!;
    const chosen = new URL("to" in fix ? fix.to : "", "http://a").searchParams.getAll("status");
    const healthOf = (one: EdgeRow) => EDGE_HEALTH[wayWords(wayOfEdge(one, serving)).tone] ?? "";
    const listed = edges.filter((one) => chosen.includes(healthOf(one)));
    expect(listed.map(({ id }) => id)).toEqual(edges.flatMap(({ id }) => (id === "edghts_none" ? [] : id)));
  });

  it("shows three of a kind and counts the others", () => {
    const rules = [
      "0.0.0.0/0",
      "::/0",
      "10.0.0.0/8",
      "10.0.0.0/8",
      "192.168.0.1/8",
      "172.16.0.1/12",
      "100.64.0.1/10",
    ].map((cidr, n) => rule(`ipr_${n}`, cidr, "allow"));
    const items = attentionOf({ ...nothing, rules });
    expect(items).toHaveLength(4);
    expect(items.at(-1)).toMatchObject({ key: "rules", fix: { to: "/ip-rules" } });
    const lost = [1, 2, 3, 4, 5].map((n) => gone(`ts_${n}`));
    expect(attentionOf({ ...nothing, lost }).at(-1)).toMatchObject({ what: "2 more agents are offline" });
    expect(attentionOf({ ...nothing, lost: lost.slice(0, 4) })).toHaveLength(4);
  });

  // Cause: the same range in two policies was the same two lines twice, without the policy. Law: say a fact once, and of what.
  it("says the same warning of several policies once, and names them", () => {
    const rules = [
      rule("ipr_1", "0.0.0.0/0", "allow", "ipp_1"),
      rule("ipr_2", "0.0.0.0/0", "allow", "ipp_2"),
    ];
    const policies = new Map([["ipp_1", "Offices"]]);
    expect(attentionOf({ ...nothing, rules, policies })).toMatchObject([
      { why: "In 2 policies: Offices, ipp_2.", fix: { label: "Show rules" } },
    ]);
    const odd = [rule("ipr_3", "10.0.0.1/8", "allow", "ipp_1")];
    expect(attentionOf({ ...nothing, rules: odd, policies })[0]?.why).toMatch(/Policy: Offices\.$/);
  });

  // Cause: "0.0.0.0/1: Open to everyone" was said of a range that opens half of the addresses. Law: of whom it is true.
  it("names the policy that is open to everyone, not one of the ranges that do it together", () => {
    const rules = ["0.0.0.0/1", "128.0.0.0/1"].map((cidr) => rule(`ipr_${cidr}`, cidr, "allow", "ipp_1"));
    const policies = new Map([["ipp_1", "Offices"]]);
    expect(attentionOf({ ...nothing, rules, policies })).toMatchObject([
      {
        what: "Offices: Open to everyone",
        why: "0.0.0.0/1 and 128.0.0.0/1 together allow all IPv4 addresses that no rule denies.",
      },
    ]);
  });

  // Cause: twelve rules of a policy that one rule closes had a line each, before it and before the policies open to everyone, and
  // "14 more" led to a page of 28. Law: the cause comes first, what follows from it is counted there; counts agree.
  it("says first which policies are open or closed to everyone, and counts on as the page it leads to does", () => {
    const partners = Array.from({ length: 12 }, (_, n) =>
      rule(`ipr_p${n}`, `198.51.${n}.0/24`, "allow", "ipp_pay"),
    );
    const rules = [
      ...partners,
      rule("ipr_d", "0.0.0.0/0", "deny", "ipp_pay"),
      ...["0.0.0.0/0", "::/0", "10.0.0.0/8"].map((cidr) => rule(`ipr_${cidr}`, cidr, "allow", "ipp_scan")),
      ...["10.0.0.1/8", "10.1.0.1/16", "172.16.0.1/12"].map((cidr) =>
        rule(`ipr_o${cidr}`, cidr, "allow", "ipp_o"),
      ),
    ];
    const policies = new Map([
      ["ipp_pay", "Payment provider"],
      ["ipp_scan", "Blocked scanners"],
      ["ipp_o", "Offices"],
    ]);
    const items = attentionOf({ ...nothing, rules, policies });
    expect(items.map(({ what }) => what)).toEqual([
      "Blocked scanners: Open to everyone",
      "Payment provider: Closed to everyone",
      "10.0.0.1/8: Host bits set",
      "3 more suggestions for IP rules",
    ]);
    expect(items[0]).toMatchObject({ fix: { to: "/ip-policies/ipp_scan" } });
    expect(items[0]?.why).toContain("all IPv6 addresses");
    expect(items[1]?.why).toContain("12 rules have no effect.");
    // Two families, the one that closes, three host bits and an overlap.
    expect(gathered(findingsOf(rules))).toHaveLength(7);
  });
});

describe("countBy", () => {
  it("loses no row and puts the most frequent first", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(..."abcdefghij".split(""))), fc.nat(12), (rows, most) => {
        const { bars, more } = countBy(rows, (row) => row, most);
        expect(bars.reduce((sum, { count }) => sum + count, more.count)).toBe(rows.length);
        expect(bars.map(({ count }) => count)).toEqual(
          bars.map(({ count }) => count).toSorted((a, b) => b - a),
        );
        for (const { value, count } of bars) {
          expect(count).toBe(rows.filter((row) => row === value).length);
          expect(count).toBeGreaterThanOrEqual(more.values > 0 ? more.count / more.values : 0);
        }
        expect(bars.length + more.values).toBe(new Set(rows).size);
      }),
    );
  });
});
