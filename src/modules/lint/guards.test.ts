import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOGIN_MODULES, ROUTE_MODULES } from "#contract/modules/kinds.ts";
import type { JsonObject } from "#forms/json.ts";
import { readAddress } from "#policy-lab/range.ts";
import { GUARDS, lossBySave, lossOf, loginBeside, withModule } from "./guards.ts";
import { contradictionOf, lint } from "./lint.ts";
import { lossOfRoute } from "./route-loss.ts";

const state = fc.constantFrom(null, { enabled: true }, { enabled: false }, {});
const isOn = (value: unknown) => value !== null && (value as { enabled?: boolean }).enabled !== false;
const routes = fc.record({
  modules: fc.record(Object.fromEntries(ROUTE_MODULES.map((kind) => [kind, state]))),
  mutual_tls: state,
  hostports: fc.array(fc.constantFrom("a.example:443", "b.example:443")),
});

// Cause: a login and a backend went off in one click. Law: what takes a route down or opens it is said in numbers first.
it("what is lost with a guard or the backend: the addresses, and every guard that stays on, its edge's too", () => {
  fc.assert(
    fc.property(routes, fc.constantFrom(...ROUTE_MODULES), ({ modules, mutual_tls, hostports }, kind) => {
      const edge = { hostports, mutual_tls };
      const target = { owner: "route" as const, id: "r", modules: { ...modules, match: "/a" }, edge };
      const loss = lossOf(target, kind);
      expect(loss !== null).toBe([...GUARDS, "backend"].includes(kind) && isOn(modules[kind]));
      if (!loss) return;
      expect(loss.addresses).toEqual(hostports.map((one) => one.replace(":443", "/a")));
      const left = GUARDS.filter((one) => one !== kind && isOn(modules[one] ?? null));
      const guards = [...left, ...(isOn(mutual_tls) ? ["mutual_tls"] : [])].toSorted();
      expect(loss.left?.toSorted()).toEqual(kind === "backend" ? undefined : guards);
      expect(lossOf(withModule(target, kind, null), kind)).toBeNull();
    }),
  );
});

// Cause: turning off the mutual TLS of an edge was said to open an address whose routes have guards of their own. Law: as above.
it.each([
  [[], ["a.example"], []],
  [[{ match: "/" }], ["a.example/"], []],
  [[{ match: "/x", oidc: {} }, { match: "/" }], ["a.example/"], []],
  [
    [
      { match: "/x", oidc: {} },
      { match: "/", oidc: { enabled: false } },
    ],
    ["a.example/"],
    [],
  ],
  [
    [
      { match: "/x", oidc: {} },
      { match: "/", webhook_verification: {} },
    ],
    ["a.example/x", "a.example/"],
    ["oidc", "webhook_verification"],
  ],
])("what an edge's guard protects: its routes that have none, %j", (routes, addresses, left) => {
  const modules = { hostports: ["a.example:443"], mutual_tls: {}, routes };
  const loss = lossOf({ owner: "httpsEdge", id: "e", modules }, "mutual_tls");
  expect(loss?.addresses).toEqual(addresses);
  expect(loss?.left?.toSorted()).toEqual(left);
});

// Cause: turning off the mutual TLS of an edge named the routes it opens and left out those that lose it too, and that plain http is
// answered again. Law: what is lost names everything that loses it.
it("what else loses an edge's guard: its routes with guards of their own, by those, and https as the only way", () => {
  const routes = [
    { match: "/x", oidc: {} },
    { match: "/", oidc: { enabled: false } },
    { match: "/h", webhook_verification: {}, oidc: {} },
  ];
  const edge = {
    hostports: ["a.example:443"],
    mutual_tls: {},
    tls_termination: { min_version: "1.3" },
    routes,
  };
  const target = { owner: "httpsEdge" as const, id: "e", modules: edge };
  expect(lossOf(target, "mutual_tls")).toEqual({
    addresses: ["a.example/"],
    left: [],
    kept: { addresses: ["a.example/x", "a.example/h"], left: ["oidc", "webhook_verification"] },
    plain: true,
  });
  expect(lossOf(target, "tls_termination")).toMatchObject({ addresses: ["a.example"] });
  const allGuarded = { ...edge, routes: routes.slice(0, 1) };
  expect(lossOf({ ...target, modules: allGuarded }, "mutual_tls")?.kept).toBeUndefined();
});

// Cause: deleting a protected route hid that its requests go on to an open one. Law: as above.
it("what is lost with a route: its guards, where its requests go on to a route without them", () => {
  fc.assert(
    fc.property(routes, routes, ({ modules, mutual_tls, hostports }, next) => {
      const edge = { hostports, mutual_tls };
      const loss = lossOfRoute({ ...modules, match: "/a" }, next.modules, edge);
      const there = (kind: string) =>
        isOn(next.modules[kind] ?? null) || (kind === "mutual_tls" && isOn(mutual_tls));
      const lost = GUARDS.filter((kind) => isOn(modules[kind] ?? null) && !there(kind));
      expect(loss !== null).toBe(lost.length > 0);
      expect(loss?.left ?? []).toEqual(loss ? GUARDS.filter(there) : []);
      expect(loss?.addresses ?? []).toEqual(loss ? hostports.map((one) => one.replace(":443", "/a")) : []);
    }),
  );
});

it("a login that goes on replaces the one that is on, and nothing else", () => {
  fc.assert(
    fc.property(routes, fc.constantFrom(...ROUTE_MODULES), ({ modules }, kind) => {
      const others = LOGIN_MODULES.filter((one) => one !== kind && isOn(modules[one]));
      const isLogin = LOGIN_MODULES.some((one) => one === kind);
      expect(loginBeside(modules, kind)).toBe(isLogin ? others[0] : undefined);
    }),
  );
});

// Cause: what a second login or token contradicts was said after it was on. Law: the question and the lint never differ.
it("what a module contradicts that goes on is what the lint says once it is on, of another that is on", () => {
  fc.assert(
    fc.property(routes, fc.constantFrom(...ROUTE_MODULES), ({ modules }, kind) => {
      const target = { owner: "route" as const, id: "r", modules: { ...modules, match: "/a" } };
      const found = contradictionOf(target, kind);
      const said = lint(withModule(target, kind, { enabled: true })).filter(
        ({ severity, module, also = [] }) =>
          severity !== "note" && also.length > 0 && [module, ...also].includes(kind),
      );
      const isOff = modules[kind] !== null && !isOn(modules[kind]);
      expect(found !== undefined).toBe(isOff && said.length > 0);
      expect(found === undefined || isOn(modules[found.other as typeof kind])).toBe(true);
    }),
  );
});

// Cause: an IP restriction whose policies let everyone in was counted as a guard, and saving it said nothing. Law: what lets
// everyone past protects nothing, and what opens an address is said first.
describe("an IP restriction that lets everyone in", () => {
  const rule = (policy: string, action: "allow" | "deny", cidr: string) => ({
    id: `${policy} ${action} ${cidr}`,
    action,
    cidr,
    ip_policy: { id: policy, uri: "" },
  });
  const rules = [
    rule("office", "allow", "10.0.0.0/8"),
    rule("all", "allow", "0.0.0.0/0"),
    rule("low", "allow", "0.0.0.0/1"),
    rule("high", "allow", "128.0.0.0/1"),
    rule("scans", "deny", "10.0.0.0/8"),
    rule("none", "deny", "0.0.0.0/0"),
  ];
  const ipRules = { rules, nameOf: (id: string) => id.toUpperCase() };
  const asked = (...ids: string[]) => ({ ip_policy_ids: ids });
  const answered = (...ids: string[]) => ({ enabled: true, ip_policies: ids.map((id) => ({ id })) });
  const edge = { hostports: ["a.example:443"] };
  const target = (modules: object) => ({
    owner: "route" as const,
    id: "r",
    edge,
    ipRules,
    modules: { match: "/a", ...modules },
  });
  const open = [["all"], ["office", "all"], ["low", "high"], ["all", "scans"]];
  const narrow = [["office"], ["low"], ["office", "scans"], ["all", "none"], ["gone"]];

  it.each(open)("is no guard of its route: %s %s", (...ids) => {
    const loss = lossOf(target({ ip_restriction: answered(...ids), oauth: {} }), "oauth");
    expect(loss).toEqual({ addresses: ["a.example/a"], left: [], tls: undefined });
    const next = { ip_restriction: answered(...ids) };
    expect(lossOfRoute({ match: "/a", oauth: {} }, next, edge, ipRules)?.left).toEqual([]);
    const found = lint(target(next)).find(({ opens }) => opens);
    expect(found?.title).toBe("IP restriction is open to everyone");
  });

  it.each(narrow)("is not one of other policies: %s %s", (...ids) => {
    const loss = lossOf(target({ ip_restriction: answered(...ids), oauth: {} }), "oauth");
    expect(loss?.left).toEqual(["ip_restriction"]);
    expect(lint(target({ ip_restriction: asked(...ids) })).some(({ opens }) => opens)).toBe(false);
  });

  it.each(open)("opens the address when it is saved in place of a narrow one: %s %s", (...ids) => {
    const save = (was: JsonObject | null, is: JsonObject | null, more = {}) =>
      lossBySave(target(more), "ip_restriction", was, is)?.left;
    expect(save(asked("office"), asked(...ids))).toEqual([]);
    expect(save(asked("office"), asked(...ids), { oidc: {} })).toEqual(["oidc"]);
    expect(save(asked("office"), null)).toEqual([]);
    // Nothing is open then that was not.
    expect(save(asked(...ids), asked(...ids, "office"))).toBeUndefined();
    expect(save(null, asked(...ids))).toBeUndefined();
    expect(save(asked("office"), asked("office", "scans"))).toBeUndefined();
    expect(save(asked("office"), { ...asked(...ids), enabled: false })).toEqual([]);
  });

  // Cause: where no address leads yet, "No address leads here yet." was asked about as a lock-out. Law: a question says what happens.
  it("locks the operator out only where an address leads", () => {
    const own = { ...readAddress("203.0.113.9")!, typed: false };
    const by = (hostports: string[]) =>
      lossBySave(
        { ...target({}), edge: { hostports }, ipRules: { ...ipRules, own } },
        "ip_restriction",
        null,
        asked("office"),
      );
    expect(by(["a.example:443"])).toMatchObject({ addresses: ["a.example/a"], own });
    expect(by([])).toBeNull();
  });

  // Cause: a login was saved without its only limit, and the route was open to anyone with an account at once, while turning it off
  // asks. Law: what lets in more people than meant is asked about before it is saved.
  it("asks where a login that was limited lets in whoever has an account", () => {
    const google = (more: object) => ({ provider: { google: { client_id: "a", ...more } } });
    const limited = google({ email_domains: ["northwind.example"] });
    const save = (was: JsonObject | null, is: JsonObject | null) => {
      const { left, anyone } = lossBySave(target({}), "oauth", was, is) ?? {};
      return [left, anyone?.title];
    };
    expect(save(limited, google({}))).toEqual([[], "Anyone with a Google account can sign in"]);
    expect(save(limited, { provider: { github: { client_id: "a" } } })[1]).toMatch(/GitHub/);
    expect(save(limited, null)).toEqual([[], undefined]);
    for (const was of [google({}), null, { ...limited, enabled: false }])
      expect(save(was, google({}))).toEqual([undefined, undefined]);
    expect(save(google({}), limited)).toEqual([undefined, undefined]);
  });

  // Cause: a login that was limited gave way to one of another kind that is open to anyone with an account, unasked. Law: the same.
  it("asks where an open login takes the place of one that was limited", () => {
    const google = (more: object) => ({ provider: { google: { client_id: "a", ...more } } });
    const limited = google({ email_domains: ["northwind.example"] });
    const oidc = (issuer: string) => ({ issuer, client_id: "a" });
    const open = oidc("https://accounts.google.com");
    const save = (oauth: JsonObject | null, was: JsonObject | null, is: JsonObject | null) => {
      const { addresses = [], left, anyone } = lossBySave(target({ oauth }), "oidc", was, is) ?? {};
      return [addresses.length > 0, left, anyone?.title];
    };
    const asks = [true, [], "Anyone with a Google account can sign in"];
    expect(save(limited, null, open)).toEqual(asks);
    expect(save(limited, { ...open, enabled: false }, open)).toEqual(asks);
    for (const oauth of [google({}), null, { ...limited, enabled: false }])
      expect(save(oauth, null, open)[2]).toBeUndefined();
    expect(save(limited, null, oidc("https://login.northwind.example"))[2]).toBeUndefined();
    expect(save(limited, null, { ...open, enabled: false })[2]).toBeUndefined();
  });

  it("is told with the ranges and the policies that they are in", () => {
    const reason = (...ids: string[]) =>
      lint(target({ ip_restriction: asked(...ids) })).find(({ opens }) => opens)?.reason;
    expect(reason("office", "all")).toBe("0.0.0.0/0 in ALL allows all IPv4 addresses that no rule denies.");
    expect(reason("low", "high")).toBe(
      "0.0.0.0/1 in LOW and 128.0.0.0/1 in HIGH together allow all IPv4 addresses that no rule denies.",
    );
  });
});
