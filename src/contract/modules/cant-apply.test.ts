// Cause: an address that answered 503 to everybody was shown as online. Law: what is said to be closed is closed by the edge's
// own rules, and every route whose settings alone close it is said to be (docs/decisions/edge/fail-closed.md).
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readIdp } from "#edge/modules/saml/idp-metadata.ts";
import { sourceFault } from "#edge/modules/jwt/key-source.ts";
import { cantApply } from "./cant-apply.ts";
import { samlContract } from "./saml.ts";

const url = fc
  .tuple(
    fc.constantFrom("http", "https"),
    fc.constantFrom("a.example", "127.0.0.1", "localhost", "[::1]", "127.example"),
  )
  .map(([scheme, host]) => `${scheme}://${host}/keys`);
const enabled = fc.constantFrom({}, { enabled: true }, { enabled: false });

test("keys that the edge does not fetch close it while the module is on", () => {
  fc.assert(
    fc.property(fc.array(url), enabled, (additional_jkus, on) => {
      const jwt_validation = { ...on, jws: { keys: { sources: { additional_jkus } } } };
      const closed = on.enabled !== false && additional_jkus.some((one) => sourceFault(one) !== null);
      expect(cantApply({ jwt_validation })).toBe(closed ? "keys over http" : null);
    }),
  );
});

// Cause: a URL with a typo in its scheme was said to be fetched over http://, and its save to take the route offline. Law: what the
// contract refuses is told as that alone.
test("a URL that is not http is none over http", () => {
  const of = (url: string) =>
    cantApply({ jwt_validation: { jws: { keys: { sources: { additional_jkus: [url] } } } } });
  expect(["htps://a.example/keys", "htp://typo", "HTTP://a.example/keys"].map(of)).toEqual([
    null,
    null,
    "keys over http",
  ]);
});

// Cause: a stored module that the edge can't read was shown like any other. Law: where it is on, its address is shown as closed.
test("a module that can’t be read closes it while it is on", () => {
  const unreadable = "The stored allow must be a list";
  expect(cantApply({ user_agent_filter: { enabled: true, unreadable } })).toBe("unreadable");
  expect(cantApply({ user_agent_filter: { enabled: false, unreadable }, saml: null })).toBeNull();
});

const name = fc.constantFrom("github", "google", "amazon");
const clientId = fc.constantFrom({}, { client_id: null }, { client_id: "" }, { client_id: "own" });

// Cause: a login through a managed app that the service does not have was shown as working (docs/decisions/edge/oauth.md).
test("a login through a managed app closes it where the service has none of the provider", () => {
  fc.assert(
    fc.property(name, clientId, enabled, fc.uniqueArray(name), (provider, member, on, managed) => {
      const oauth = { ...on, provider: { twitch: null, [provider]: member } };
      const asksManaged = (member.client_id ?? null) === null && provider !== "amazon";
      const closed = on.enabled !== false && asksManaged && !managed.includes(provider);
      expect(cantApply({ oauth }, { managedApps: managed })).toBe(closed ? "no managed app" : null);
      expect(cantApply({ oauth })).toBeNull();
    }),
  );
});

test("metadata without a certificate closes it, and is what the edge can't read", () => {
  const { idp_metadata } = samlContract.example;
  expect(() => readIdp(idp_metadata)).toThrow("no signing certificate");
  expect(cantApply({ saml: { idp_metadata } })).toBe("no certificate");
  expect(cantApply({ saml: { idp_metadata, enabled: false } })).toBeNull();
  // Cause: the URL of metadata in its place was offered as "Save and take offline". Law: what is refused takes nothing offline.
  expect(cantApply({ saml: { idp_metadata: "https://idp.example/metadata" } })).toBeNull();
  expect(
    cantApply({ saml: { idp_metadata: idp_metadata.replace("<Single", "<ds:X509Certificate/><Single") } }),
  ).toBeNull();
  // A draft may hold anything.
  fc.assert(
    fc.property(fc.anything(), (any) => {
      const jws = { keys: { sources: { additional_jkus: any } } };
      cantApply(
        { saml: any, jwt_validation: any, oauth: any, ip_restriction: any },
        { managedApps: [], closedPolicies: new Set() },
      );
      cantApply({ oauth: { provider: any } }, { managedApps: [] });
      cantApply({ saml: { idp_metadata: any }, jwt_validation: { jws } });
    }),
  );
  for (const saml of [null, {}, { idp_metadata: null }]) expect(cantApply({ saml })).toBeNull();
});

test("says that nobody is allowed only where no policy of a restriction allows anyone", () => {
  const closedPolicies = new Set(["ipp_1", "ipp_2"]);
  const fault = (ids: string[], more = {}) => [
    cantApply({ ip_restriction: { ip_policy_ids: ids, ...more } }, { closedPolicies }),
    cantApply({ ip_restriction: { ip_policies: ids.map((id) => ({ id })), ...more } }, { closedPolicies }),
  ];
  expect(fault(["ipp_1", "ipp_2"])).toEqual(["no allow rule", "no allow rule"]);
  expect(fault(["ipp_1", "ipp_3"])).toEqual([null, null]);
  expect(fault(["ipp_1"], { enabled: false })).toEqual([null, null]);
  expect(fault([])).toEqual([null, null]);
  expect(cantApply({ ip_restriction: { ip_policy_ids: ["ipp_1"] } })).toBeNull();
});
