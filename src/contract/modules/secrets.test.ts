import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MODULE_REQUESTS } from "#testing/module-arbitraries.ts";
import { parse } from "../issues.ts";
import { modulesOf } from "./contracts.ts";
import { ROUTE_MODULES } from "./kinds.ts";
import { assumeSecrets, mergeOwnerSecrets, mergeSecrets } from "./secrets.ts";

const ROUTE = modulesOf("route");
const app = (client_id: string | null, rest: object = {}) => ({
  provider: { github: { client_id, ...rest } },
});
const oidc = (issuer: string, client_id: string, rest: object = {}) => ({ issuer, client_id, ...rest });
const held = { client_secret: "held" };

describe("mergeSecrets", () => {
  test.each([
    ["oauth", app("a"), app("a", held), app("a", held)],
    ["oidc", oidc("https://i", "a"), oidc("https://i", "a", held), oidc("https://i", "a", held)],
    [
      "webhook_verification",
      { provider: "GITHUB" },
      { provider: "github", secret: "held" },
      { provider: "GITHUB", secret: "held" },
    ],
  ])("%s keeps what is left out while it belongs to the same", (kind, request, stored, merged) => {
    expect(mergeSecrets(kind, request, stored)).toEqual(merged);
  });

  test.each([
    ["oauth, another app", "oauth", app("b"), app("a", held)],
    ["oauth, the managed app", "oauth", app(null), app("a", held)],
    ["oauth, another provider", "oauth", { provider: { google: { client_id: "a" } } }, app("a", held)],
    ["oauth, null clears", "oauth", app("a", { client_secret: null }), app("a", held)],
    ["oauth, empty clears", "oauth", app("a", { client_secret: "" }), app("a", held)],
    ["oauth, a new one", "oauth", app("a", { client_secret: "new" }), app("a", held)],
    ["oidc, another issuer", "oidc", oidc("https://evil", "a"), oidc("https://i", "a", held)],
    ["oidc, another client", "oidc", oidc("https://i", "b"), oidc("https://i", "a", held)],
    [
      "oidc, null clears",
      "oidc",
      oidc("https://i", "a", { client_secret: null }),
      oidc("https://i", "a", held),
    ],
    [
      "webhook, another provider",
      "webhook_verification",
      { provider: "slack" },
      { provider: "github", secret: "held" },
    ],
    [
      "webhook, empty clears",
      "webhook_verification",
      { provider: "github", secret: "" },
      { provider: "github", secret: "held" },
    ],
    ["a kind without secrets", "saml", { secret: undefined }, { secret: "held" }],
  ])("%s: nothing is taken over", (_, kind, request, stored) => {
    const merged = mergeSecrets(kind, request, stored);
    expect(merged).toEqual(request);
    expect(JSON.stringify(merged)).not.toContain("held");
  });

  test("a cleared secret is refused where one is required, at its field", () => {
    const merged = mergeSecrets("oauth", app("a", { client_secret: null }), app("a", held));
    const { issues } = parse(ROUTE.oauth.request, merged);
    expect(issues?.map(({ path }) => path)).toEqual([["provider", "github", "client_secret"]]);
  });

  test.each(ROUTE_MODULES)(
    "%s: merging twice changes nothing more, and without a store nothing at all",
    (kind) => {
      fc.assert(
        fc.property(MODULE_REQUESTS[kind], fc.option(MODULE_REQUESTS[kind]), (request, stored) => {
          const merged = mergeSecrets(kind, request, stored);
          expect(mergeSecrets(kind, merged, stored)).toEqual(merged);
          expect(mergeSecrets(kind, request, null)).toBe(request);
          expect(parse<unknown>(ROUTE[kind].request, merged).issues).toBeUndefined();
        }),
      );
    },
  );

  test.each(["oidc", "webhook_verification"] as const)(
    "%s: a secret that is given is the one that counts",
    (kind) => {
      fc.assert(
        fc.property(MODULE_REQUESTS[kind], MODULE_REQUESTS[kind], (request, stored) => {
          expect(mergeSecrets(kind, request, stored)).toEqual(request);
        }),
      );
    },
  );

  test("leaving out what is stored gives back what is stored", () => {
    const kinds = ["oauth", "oidc", "webhook_verification"] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds).chain((kind) => MODULE_REQUESTS[kind].map((stored) => ({ kind, stored }))),
        ({ kind, stored }) => {
          const merged = mergeSecrets(kind, withoutSecrets(stored), stored);
          expect(withoutSecrets(merged)).toEqual(withoutSecrets(stored));
          expect(secretsIn(merged)).toEqual(secretsIn(stored));
        },
      ),
    );
  });

  test("anything of another shape comes back as it came", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ROUTE_MODULES),
        fc.jsonValue(),
        fc.jsonValue(),
        (kind, request, stored) => {
          const copy = structuredClone(request);
          const merged = mergeSecrets(kind, request, stored);
          expect(request).toEqual(copy);
          if (JSON.stringify(stored).includes("secret")) return;
          expect(merged).toEqual(copy);
        },
      ),
    );
  });
});

test("an owner's update keeps the secrets of each of its modules", () => {
  const stored = { oauth: app("a", held), webhook_verification: { provider: "github", secret: "held" } };
  const body = { match: "/", oauth: app("a"), webhook_verification: null, compression: {} };
  expect(mergeOwnerSecrets(body, stored)).toEqual({ ...body, oauth: app("a", held) });
  expect(mergeOwnerSecrets([], stored)).toEqual([]);
  expect(mergeOwnerSecrets({ constructor: { provider: "x" } }, {})).toEqual({
    constructor: { provider: "x" },
  });
});

describe("assumeSecrets", () => {
  test.each([
    ["oauth", app("a"), true],
    ["oauth", app(null), false],
    ["oidc", oidc("https://i", "a"), true],
    ["webhook_verification", { provider: "sendgrid" }, true],
    ["webhook_verification", { provider: "SNS" }, false],
    ["compression", { enabled: true }, false],
  ])("%s: a secret is assumed where the service must hold one", (kind, request, assumed) => {
    expect(JSON.stringify(assumeSecrets(kind, request)) !== JSON.stringify(request)).toBe(assumed);
  });

  test("an echoed secret is kept", () => {
    expect(assumeSecrets("oidc", oidc("https://i", "a", held))).toEqual(oidc("https://i", "a", held));
  });
});

const isSecret = (name: string, value: unknown) =>
  /^(client_)?secret$/.test(name) && value !== null && value !== "";

function withoutSecrets(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([name, child]) => !isSecret(name, child));
  return Object.fromEntries(kept.map(([name, child]) => [name, withoutSecrets(child)]));
}

function secretsIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    isSecret(name, child) ? [child] : secretsIn(child),
  );
}
