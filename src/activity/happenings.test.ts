import { describe, expect, it } from "vitest";
import type { Event } from "#contract/event.ts";
import { startAction } from "#fleet/start-action.ts";
import { burstsOf, burstText } from "./bursts.ts";
import { happeningsOf } from "./happenings.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const SESSION = {
  id: "ts_1",
  uri: "",
  agent_version: "3.18.2",
  ip: "203.0.113.15",
  os: "linux",
  region: "eu",
  started_at: "2026-11-20T14:00:00Z",
  transport: "service/2",
};

describe("happeningsOf", () => {
  const event = (type: string, object: object): Event => ({
    event_id: "ev_1",
    event_type: type,
    event_timestamp: "2026-11-21T11:00:00Z",
    principal: { id: "usr_1", subject: "ops laptop" },
    object: { ...object },
  });

  it("says who did what to what, and links what is still there", () => {
    const [made] = happeningsOf(
      [event("ip_policy_rule_created.v0", { id: "ipr_1", cidr: "10.0.0.0/8" })],
      [],
      [],
      NOW,
    );
    expect(made).toMatchObject({
      who: "ops laptop",
      did: "created",
      noun: { one: "IP rule" },
      object: "10.0.0.0/8",
      to: "/ip-rules/ipr_1",
    });
    const [gone] = happeningsOf(
      [event("api_key_deleted.v0", { id: "ak_1", description: "CI" })],
      [],
      [],
      NOW,
    );
    expect(gone).toMatchObject({ did: "deleted", object: "CI", to: null });
  });

  // Cause: "created IP rule 0.0.0.0/0: allow" and "created 26 IP rules" didn't say where that opened, of any policy. Law: what a change is a
  // part of is named where it is told.
  it("names the policies of rules, as they are called now or were last", () => {
    const told = ["office", "old", "gone", "gone"].map((policy, index) => {
      const rule = {
        id: `ipr_${index}`,
        action: "allow",
        cidr: "0.0.0.0/0",
        ip_policy: { id: `ipp_${policy}` },
      };
      return { ...event("ip_policy_rule_created.v0", rule), event_id: `ev_${index}` };
    });
    const renamed = event("ip_policy_updated.v0", { id: "ipp_office", description: "Offices" });
    const deleted = event("ip_policy_deleted.v0", { id: "ipp_old", description: "Lab" });
    const events = [deleted, ...told, renamed];
    const happened = happeningsOf(events, [], [], NOW, [{ id: "ipp_office", description: "Office" }]);
    expect(happened.slice(1, 5).map(({ object }) => object)).toEqual([
      "0.0.0.0/0 in Office",
      "0.0.0.0/0 in Lab",
      "0.0.0.0/0",
      "0.0.0.0/0",
    ]);
    const [all] = burstsOf(happened.slice(1, 5));
    expect(all && burstText(all)).toBe("created 4 IP rules");
    const inOne = happeningsOf(
      [0, 1, 2].map((index) => ({
        ...told[0]!,
        event_id: `ev_${index}`,
        object: { ...told[0]!.object, id: `ipr_${index}` },
      })),
      [],
      [],
      NOW,
      [{ id: "ipp_office", description: "Office" }],
    );
    expect(burstsOf(inOne).map(burstText)).toEqual(["created 3 IP rules in Office"]);
    // Where they are shown says it.
    expect(happeningsOf(told, [], [], NOW)[0]).toMatchObject({ object: "0.0.0.0/0", detail: "allow" });
  });

  // Cause: "created traffic capture tc_…", in no words of the console and of nothing that one knows. Law: one noun for one thing, and what a
  // thing is done to is named.
  it("says of which endpoint or route bodies are kept", () => {
    const capture = { id: "tc_1", target_id: "ep_1" };
    const [began] = happeningsOf([event("traffic_capture_created.v0", capture)], [], [], NOW);
    expect(began).toMatchObject({
      did: "started keeping bodies of",
      noun: { one: "endpoint" },
      object: "ep_1",
      id: "ep_1",
      to: "/endpoints/ep_1",
    });
    const route = { id: "tc_2", target_id: "edghtsrt_1" };
    const [ended] = happeningsOf([event("traffic_capture_deleted.v0", route)], [], [], NOW);
    expect(ended).toMatchObject({
      did: "stopped keeping bodies of",
      noun: { one: "route" },
      id: "edghtsrt_1",
    });
  });

  // Cause: "updated and restarted 11 agents" of a rollout that had only begun, of which some failed, and three of them as "updated
  // and restarted 3 rollouts". Law: what an event says was done is what was done by then.
  it("says what a rollout was started for, and what was done with it since", () => {
    const counts = { waiting: 10, running: 1, succeeded: 0, by_hand: 0, failed: 0, not_started: 0 };
    const rollout = { id: "ro_1", action: "update_and_restart", counts, status: "paused" };
    const started = event("rollout_created.v0", { ...rollout, status: "running" });
    const left = ["running", "paused", "halted"].map((status) =>
      event("rollout_updated.v0", { ...rollout, status }),
    );
    const told = happeningsOf([started, ...left], [], [], NOW);
    expect(told.map(({ did }) => did).toSorted()).toEqual(["halted", "paused", "resumed", "started"]);
    const words = { noun: { one: "rollout" }, object: "Update and restart 11 agents", detail: "" };
    for (const one of told) expect(one).toMatchObject({ ...words, to: "/rollouts/ro_1" });
    // Cause: a retry was "resumed", also of a rollout that had ended. Law: what was done is told as what was pressed.
    const retry = event("rollout_updated.v0", { ...rollout, status: "running" });
    const before = { counts: { ...counts, waiting: 8, failed: 2 } };
    expect(happeningsOf([{ ...retry, gatehouse: { before } }], [], [], NOW)[0]).toMatchObject({
      did: "retried",
      detail: "2 failed agents",
    });
    const three = [1, 2, 3].map((n) => event("rollout_created.v0", { ...rollout, id: `ro_${n}` }));
    expect(burstsOf(happeningsOf(three, [], [], NOW)).map(burstText)).toEqual(["started 3 rollouts"]);
  });

  const counts = { waiting: 0, running: 1, succeeded: 0, by_hand: 0, failed: 0, not_started: 0 };
  const rollout = { id: "ro_1", action: "update_and_restart", counts, status: "running" };

  // Cause: that a rollout had halted itself was told nowhere once somebody went on. Law: a history says why something stopped.
  it.each([
    ["failures", {}, "resumed", "it had halted after too many failures"],
    [
      "canary",
      { counts: { ...counts, failed: 2 } },
      "retried",
      "2 failed agents, it had halted after a failed canary",
    ],
    ["asked", {}, "resumed", ""],
    [null, {}, "resumed", ""],
  ])("says that %s had halted a rollout that goes on", (halted_by, more, did, detail) => {
    const before = { status: "halted", halted_by, ...more };
    const told = { ...event("rollout_updated.v0", rollout), gatehouse: { before } };
    expect(happeningsOf([told], [], [], NOW)[0]).toMatchObject({ did, detail });
  });

  // Cause: of a rollout of one agent activity said "1 agent". Law: a thing is named wherever its name is known.
  it("names a rollout of one agent as it was chosen", () => {
    const objectOf = (more: object) =>
      happeningsOf([event("rollout_created.v0", { ...rollout, ...more })], [], [], NOW)[0]?.object;
    expect(objectOf({ chosen: "ams-scan-01" })).toBe("Update and restart 1 agent (ams-scan-01)");
    expect(objectOf({ chosen: "" })).toBe("Update and restart 1 agent");
    expect(objectOf({ chosen: "eu", counts: { ...counts, waiting: 1 } })).toBe("Update and restart 2 agents");
  });

  // Cause: a backend without a description was its ID in activity alone. Law: a thing is called the same everywhere.
  it("names a backend without a description by its labels", () => {
    const backend = { id: "bkdtg_1", description: "", labels: { app: "shop" } };
    const [made] = happeningsOf([event("tunnel_group_backend_created.v0", backend)], [], [], NOW);
    expect(made).toMatchObject({ did: "created", noun: { one: "backend" }, object: "app=shop" });
  });

  // Cause: what has no name was a full ID of 30 characters. Law: an ID in a sentence is short.
  it("shortens the ID of what has no name", () => {
    const key = { id: "ak_2abcdefghijklmnopqrstuvwxyz0", description: "" };
    expect(happeningsOf([event("api_key_created.v0", key)], [], [], NOW)[0]?.object).toBe("ak_2abc…xyz0");
  });

  // Cause: only the deletion itself was unlinked, so "created IP rule" above it led to a page of nothing.
  // Law: never a dead link.
  it("links nothing that a later event deleted", () => {
    const made = event("ip_policy_rule_created.v0", { id: "ipr_1", cidr: "10.0.0.0/8" });
    const gone = {
      ...event("ip_policy_rule_deleted.v0", { id: "ipr_1", cidr: "10.0.0.0/8" }),
      event_id: "ev_2",
    };
    expect(happeningsOf([gone, made], [], [], NOW).map(({ to }) => to)).toEqual([null, null]);
  });

  it.each([
    ["circuit_breaker", "reset circuit breaker on"],
    ["policies", "reset rate limits on"],
  ])("says that the counts of %s were reset, and where", (module, did) => {
    const object = { id: "edghtsrt_1", edge_id: "edghts_1", match: "/v1/", module };
    const edges = [{ id: "edghts_1", hostports: ["api.example:443"] }];
    const [one] = happeningsOf([event("live_state_reset_created.v0", object)], [], edges, NOW);
    const to = "/edges/https/edghts_1/routes/edghtsrt_1";
    expect(one).toMatchObject({ did, object: "api.example/v1/", to, detail: "" });
  });

  // Cause: a test request was named by its id and led nowhere. Law: it is named by its address, and leads to what came of it.
  it("names a test request by its address", () => {
    const object = { id: "ev_1", method: "get", url: "https://app.example/reports" };
    const [one] = happeningsOf([event("test_request_created.v0", object)], [], [], NOW);
    expect(one).toMatchObject({
      did: "sent",
      noun: { one: "a test request to" },
      object: "app.example/reports",
      to: "/traffic/ev_1",
    });
  });

  // Cause: what another browser told an agent was nowhere. Law: it is told with the agent's name, and once.
  it.each([
    ["restart", "restarted"],
    ["stop", "stopped"],
    ["update", "sent an update to"],
  ] as const)(
    "says that an agent accepted a %s, of one that this browser sent its own line alone",
    (kind, did) => {
      const object = {
        id: "ts_1",
        command: kind,
        agent_version: "3.18.2",
        metadata: '{"host":"ams-scan-01"}',
      };
      const told = [event("agent_command_created.v0", object)];
      const [one, ...none] = happeningsOf(told, [], [], NOW);
      expect(one).toMatchObject({ did, noun: { one: "" }, object: "ams-scan-01", to: "/sessions/ts_1" });
      expect(none).toEqual([]);
      const at = Date.parse(told[0]!.event_timestamp);
      const own = (at: number) => [
        startAction({ id: "1", kind, session: SESSION, sessions: [SESSION], urls: [], at }),
      ];
      expect(happeningsOf(told, own(at - 2_000), [], NOW)).toHaveLength(1);
      expect(happeningsOf(told, own(at - 600_000), [], NOW)).toHaveLength(2);
    },
  );

  it("shows a kind it does not know by its wire name", () => {
    const [odd] = happeningsOf([event("constructor_created.v9", {})], [], [], NOW);
    expect(odd).toMatchObject({ did: "created", noun: { one: "constructor" }, to: null });
  });
});

// Cause: saves of modules, edges and routes were not listed. Law: recent changes lists every write, in words, with a link.
describe("an update of a module", () => {
  const edges = [{ id: "edghts_1", hostports: ["api.example:443"] }];
  const told = (before: unknown, now: unknown) => {
    const object = {
      id: "edghtsrt_1",
      edge_id: "edghts_1",
      match: "/v1/",
      oauth: now,
    };
    const event: Event = {
      event_id: "ev_1",
      event_type: "https_edge_route_updated.v0",
      event_timestamp: "2026-11-21T11:00:00Z",
      object,
      gatehouse: { before: { oauth: before } },
    };
    return happeningsOf([event], [], edges, NOW)[0];
  };
  const page = "/edges/https/edghts_1/routes/edghtsrt_1";

  it.each([
    [null, { enabled: true }, "added OAuth to", `${page}/oauth`],
    [{ enabled: true }, null, "removed OAuth from", page],
    [{ enabled: true }, { enabled: false }, "turned off OAuth on", `${page}/oauth`],
    [{ enabled: false }, { enabled: true }, "turned on OAuth on", `${page}/oauth`],
    [{ enabled: true }, { enabled: true, maximum_duration: 60 }, "changed OAuth on", `${page}/oauth`],
  ])("%j → %j: %s", (before, now, did, to) => {
    expect(told(before, now)).toMatchObject({ did, noun: { one: "route" }, object: "api.example/v1/", to });
  });

  // Cause: a login that replaced another read "updated route … oauth, oidc". Law: modules are called by their titles.
  it("says which module took the place of which, and calls several by their titles", () => {
    const of = (before: object, now: object) => {
      const object = { id: "edghtsrt_1", edge_id: "edghts_1", match: "/v1/", ...now };
      const at = "2026-11-21T11:00:00Z";
      const type = "https_edge_route_updated.v0";
      return happeningsOf(
        [
          {
            event_id: "ev_1",
            event_type: type,
            event_timestamp: at,
            object,
            gatehouse: { before: before as Record<string, unknown> },
          },
        ],
        [],
        edges,
        NOW,
      )[0];
    };
    const [on, off] = [{ enabled: true }, { enabled: false }];
    const replaced = { did: "replaced OAuth with OIDC on", to: `${page}/oidc`, detail: "" };
    expect(of({ oauth: on, oidc: null }, { oauth: off, oidc: on })).toMatchObject(replaced);
    expect(of({ oidc: off, oauth: on }, { oidc: on, oauth: null })).toMatchObject(replaced);
    expect(of({ oauth: on, jwt_validation: on }, { oauth: off, jwt_validation: off })).toMatchObject({
      did: "updated",
      detail: "OAuth, JWT validation",
    });
    expect(of({ oauth: off, match: "/" }, { oauth: on })).toMatchObject({ detail: "OAuth, Path" });
  });

  it("writes titles as they are within a sentence", () => {
    const titles = ["circuit_breaker", "mutual_tls", "websocket_tcp_converter", "ip_restriction"].map(
      (kind) => {
        const object = { id: "edghts_1", [kind]: { enabled: true } };
        const at = "2026-11-21T11:00:00Z";
        const event = {
          event_id: "ev_1",
          event_type: "https_edge_updated.v0",
          event_timestamp: at,
          object,
          gatehouse: { before: { [kind]: null } },
        };
        return happeningsOf([event], [], edges, NOW)[0]?.did;
      },
    );
    expect(titles).toEqual([
      "added circuit breaker to",
      "added mutual TLS to",
      "added WebSocket to TCP to",
      "added IP restriction to",
    ]);
  });

  // Cause: "You deleted route /" named no edge once that was gone too. Law: what was done is told with what it was done to.
  it("names a route of an edge that was deleted since by what was told of that", () => {
    const event = (event_id: string, event_type: string, object: Event["object"]): Event => ({
      event_id,
      event_type,
      event_timestamp: "2026-11-21T11:00:00Z",
      object,
    });
    const events = [
      event("ev_2", "https_edge_deleted.v0", { id: "edghts_2", hostports: ["gone.example:443"] }),
      event("ev_1", "https_edge_route_deleted.v0", { id: "edghtsrt_1", edge_id: "edghts_2", match: "/" }),
    ];
    const names = happeningsOf(events, [], edges, NOW).map(({ object }) => object);
    expect(names).toEqual(["gone.example", "gone.example/"]);
  });

  // Cause: fields of edges were told by their wire names. Law: field names of the API are never the label.
  it("names the fields of any other update as their form does", () => {
    const object = { id: "edghts_1", hostports: ["a.example:443"] };
    const event = {
      event_id: "ev_1",
      event_type: "https_edge_updated.v0",
      event_timestamp: "2026-11-21T11:00:00Z",
      object,
      gatehouse: { before: { hostports: [], metadata: "" } },
    };
    expect(happeningsOf([event], [], edges, NOW)[0]).toMatchObject({
      did: "updated",
      object: "a.example",
      to: "/edges/https/edghts_1",
      detail: "Addresses, Optional notes",
    });
  });
});

// Cause: an edge without address and description was called by its id. Law: things are called by what they are, the noun once.
it.each([
  [{ hostports: null, description: "" }, "", "TLS edge without an address"],
  [{ hostports: [], description: "Telemetry" }, "TLS edge", "Telemetry"],
  [{}, "TLS edge", "edgtls_1"],
])("calls an edge %j: %s %s", (fields, one, name) => {
  const object = { id: "edgtls_1", ...fields };
  const at = "2026-11-21T11:00:00Z";
  const event = { event_id: "ev_1", event_type: "tls_edge_created.v0", event_timestamp: at, object };
  expect(happeningsOf([event], [], [], NOW)[0]).toMatchObject({ noun: { one }, object: name });
});

// Cause: "You updated fra-gw-02: Updated: 3.17.4 → 3.18.2". Law: no chains of colons.
it.each([
  ["linux", { phase: "verified", seconds: 4, version: "3.19.0" }, "Updated, 3.18.2 → 3.19.0"],
  ["windows", { phase: "waiting" }, "Restart by hand. An agent on Windows can’t restart itself."],
] as const)("says what came of an update of an agent on %s without another colon", (os, state, detail) => {
  const session = { ...SESSION, os };
  const sent = startAction({ id: "1", kind: "update", session, sessions: [session], urls: [], at: NOW });
  const [told] = happeningsOf([], [{ ...sent, state }], [], NOW + 60_000);
  expect(told?.detail.startsWith(detail)).toBe(true);
  expect(told?.detail).not.toContain(":");
});
