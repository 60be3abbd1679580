import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loginClashes } from "#contract/route-request.ts";
import { LOGIN_MODULES } from "#contract/modules/kinds.ts";
import { endpointChanges, takenHostports } from "./hostports.ts";
import { inUseMessage } from "./in-use.ts";
import { labelsMatch } from "./labels.ts";
import { idsByKind, unknownRefs } from "./module-refs.ts";
import { loginClash, loginElsewhere, terminationClash } from "./modules-together.ts";

const text = fc.string({ minLength: 1, maxLength: 6 });
const texts = fc.uniqueArray(text, { maxLength: 6 });

describe("hostports", () => {
  const holder = (hostport: string, edge_id: string | null, tunnel_id: string | null = null) => ({
    hostport,
    at: hostport,
    edge_id,
    tunnel_id,
  });

  it("are taken when another edge or a tunnel serves them, not by the edge itself", () => {
    const holders = [
      holder("a:443", "edgtls_1"),
      holder("b:443", null, "tn_1"),
      holder("c:443", "edghts_me"),
    ];
    expect(takenHostports(["c:443", "b:443", "free:443", "a:443"], holders, "edghts_me")).toEqual([
      { hostport: "b:443", path: ["hostports", 1], message: "is already served by tunnel tn_1" },
      { hostport: "a:443", path: ["hostports", 3], message: "is already served by edge edgtls_1" },
    ]);
  });

  it("become the endpoints: what goes and what comes leaves exactly the hostports", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const { gone, missing } = endpointChanges(
          before.map((hostport) => ({ hostport })),
          after,
        );
        const left = before.filter((one) => !gone.some(({ hostport }) => hostport === one));
        expect([...left, ...missing].toSorted()).toEqual([...after].toSorted());
        expect(missing.some((one) => before.includes(one))).toBe(false);
      }),
    );
  });
});

describe("login modules", () => {
  const flags = fc.record(
    { oauth: fc.boolean(), saml: fc.boolean(), oidc: fc.boolean() },
    { requiredKeys: [] },
  );

  it("clash exactly when the contract says that more than one is on", () => {
    fc.assert(
      fc.property(flags, (on) => {
        const modules = Object.fromEntries(Object.entries(on).map(([kind, enabled]) => [kind, { enabled }]));
        const clash = loginClash(modules, [...LOGIN_MODULES]);
        expect(clash !== null).toBe(loginClashes(modules).length > 0);
      }),
    );
  });

  it("name the one being written and the one in its way; enabled counts as on when left out", () => {
    expect(loginClash({ saml: {}, oauth: { enabled: true } }, ["saml"])).toMatchObject({
      path: ["saml", "enabled"],
      message: expect.stringContaining("while OAuth is on"),
    });
    expect(loginClash({ saml: {}, oauth: { enabled: false } }, ["saml"])).toBeNull();
    expect(loginClash({ saml: {}, oauth: {} }, ["compression"])).toBeNull();
  });
});

describe("a login module of another route", () => {
  const other = (enabled?: boolean) => ({
    match: "/quote",
    kind: "saml",
    request: enabled === undefined ? {} : { enabled },
  });

  it("is in the way of one that is being switched on, and is named", () => {
    // Cause: only the same route was looked at. Law: only one route of an edge has a login module
    // (protocol-facts.md#login-modules, 7155).
    // Cause: the route was named by its ID, which no page shows. Law: a refusal names what is in the way as people know it.
    expect(loginElsewhere({ oauth: {} }, ["oauth"], [other()])).toMatchObject({
      problem: "loginElsewhere",
      path: ["oauth", "enabled"],
      message: expect.stringContaining("while route /quote has SAML"),
    });
  });

  it("is not in the way while either is off, or the write is about something else", () => {
    expect(loginElsewhere({ oauth: {} }, ["oauth"], [other(false)])).toBeNull();
    expect(loginElsewhere({ oauth: { enabled: false } }, ["oauth"], [other()])).toBeNull();
    expect(loginElsewhere({ oauth: {} }, ["compression"], [other()])).toBeNull();
    expect(loginElsewhere({ oauth: {} }, ["oauth"], [])).toBeNull();
  });
});

describe("TLS that ends upstream", () => {
  const upstream = { terminate_at: "upstream" };

  it("refuses a module that needs the traffic", () => {
    expect(terminationClash({ tls_termination: upstream, mutual_tls: {} }, ["mutual_tls"])).toMatchObject({
      problem: "terminationNeeded",
      path: ["mutual_tls", "enabled"],
    });
  });

  it("can't be chosen while one is on, and names it", () => {
    const clash = terminationClash(
      { tls_termination: upstream, mutual_tls: {}, policies: { enabled: true } },
      ["tls_termination"],
    );
    expect(clash).toMatchObject({ path: ["tls_termination", "terminate_at"] });
    expect(clash?.message).toContain("mutual_tls and policies are on and need to read the traffic");
    // Cause: one module got the verb of two. Law: each refusal says how to mend it, in whole sentences.
    const one = terminationClash({ tls_termination: upstream, mutual_tls: {} }, ["tls_termination"]);
    expect(one?.message).toContain("mutual_tls is on and needs to read the traffic");
  });

  it.each([
    { tls_termination: { terminate_at: "edge" }, mutual_tls: {} },
    { tls_termination: { ...upstream, enabled: false }, mutual_tls: {} },
    { tls_termination: upstream, mutual_tls: { enabled: false } },
    { tls_termination: upstream, backend: {}, ip_restriction: {} },
    { mutual_tls: {} },
  ])("leaves %j alone", (modules) => {
    expect(terminationClash(modules, Object.keys(modules))).toBeNull();
  });
});

describe("named resources", () => {
  const ref = fc.record({
    kind: fc.constantFrom("ipPolicy" as const, "certificateAuthority" as const),
    id: fc.constantFrom("a", "b", "c"),
    path: fc.array(fc.nat(9)),
  });

  it("are each refused at their own place when they are not there", () => {
    fc.assert(
      fc.property(fc.array(ref), fc.constantFrom("a", "b", "none"), (refs, missing) => {
        const fault = unknownRefs(refs, (_kind, id) => id !== missing);
        const wrong = refs.filter(({ id }) => id === missing);
        expect(fault?.issues.map(({ path }) => path) ?? []).toEqual(wrong.map(({ path }) => path));
        for (const { message } of fault?.issues ?? []) expect(message).toContain(missing);
      }),
    );
  });

  it("are looked up once each", () => {
    const refs = ["b", "a", "b"].map((id, i) => ({ kind: "ipPolicy" as const, id, path: [i] }));
    expect([...idsByKind(refs)]).toEqual([["ipPolicy", ["a", "b"]]]);
  });

  it("say who uses them, at most five, and where", () => {
    const route = { owner_id: "edghtsrt_1", kind: "backend", edge_id: "edghts_2" };
    const edge = { owner_id: "edgtcp_3", kind: "backend", edge_id: null };
    expect(inUseMessage("tunnelGroupBackend", "bkdtg_0", [])).toBeNull();
    expect(inUseMessage("tunnelGroupBackend", "bkdtg_0", [route, edge])).toBe(
      "The backend bkdtg_0 is used by backend of route edghtsrt_1 of HTTPS edge edghts_2, backend of TCP edge edgtcp_3. Remove it there first.",
    );
    expect(
      inUseMessage(
        "tunnelGroupBackend",
        "bkdtg_0",
        Array.from({ length: 6 }, () => edge),
      ),
    ).toContain(", and more.");
  });
});

describe("labels", () => {
  it("match a tunnel that has all of them and more", () => {
    fc.assert(
      fc.property(fc.dictionary(text, text), fc.dictionary(text, text), (backend, more) => {
        expect(labelsMatch(backend, { ...more, ...backend })).toBe(true);
        expect(labelsMatch({ ...backend, extra: "x" }, backend)).toBe(backend["extra"] === "x");
      }),
    );
    expect(labelsMatch({ toString: "x" }, {})).toBe(false);
  });
});
