import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oauthContract } from "#contract/modules/oauth.ts";
import { OAUTH_OWN_APP_ONLY } from "#contract/modules/oauth-provider-names.ts";
import { OAUTH_PROVIDERS, type OauthProviderName } from "#contract/modules/oauth-providers.ts";
import { sortIssues } from "#forms/issues.ts";
import { sameJson, type JsonObject } from "#forms/json.ts";
import { MODULE_REQUESTS } from "#testing/module-arbitraries.ts";
import { labelOf, valueWords } from "#editing/value-text.ts";
import { oauth } from "./definition.ts";
import { PROVIDER_CHOICES, describeProvider, describeAccess } from "./provider-text.ts";

type Form = { [name: string]: JsonObject } & { chosen: string };

const formOf = (value: JsonObject) => oauth.toForm(value)["provider"] as Form;
const filled = (form: Form, name: string, typed: JsonObject): Form =>
  ({ ...form, chosen: name, [name]: { ...form[name], ...typed } }) as Form;
const draftOf = (base: JsonObject | null, provider: Form) =>
  oauth.toDraft({ ...oauth.toForm(base ?? { enabled: true }), provider }, base);
const providerOf = ({ request }: { request: JsonObject }) => request["provider"] as JsonObject;
const replace = (text: string) => ({ mode: "replace", text });
const ownApp = { app: "own", client_id: "Iv1", client_secret: replace("s3cret") };

/** The names of the controls on the page while a provider is chosen, in their order. */
const controls = (name: OauthProviderName) => [
  "enabled",
  "provider",
  ...["client_id", "client_secret", "scopes", "teams", "organizations", "email_domains", "email_addresses"]
    .filter((field) => name === "github" || !["teams", "organizations"].includes(field))
    .map((field) => `provider.${name}.${field}`),
  "auth_check_interval",
  "maximum_duration",
  "inactivity_timeout",
  "cookie_prefix",
  "options_passthrough",
];

describe("a new module", () => {
  const empty = formOf({ enabled: true });

  // Cause: with "Own app" chosen, "Your changes" said "managed app" until a client ID was typed. Law: the summary says what
  // the form says.
  it("with an own app and no client ID yet reads as that", () => {
    const draft = draftOf(null, filled(empty, "github", { app: "own" }));
    expect(describeProvider(providerOf(draft))).toContain("GitHub, own app without a client ID");
    expect(draft.issues.map(({ path }) => path)).toContainEqual(["provider", "github", "client_id"]);
  });

  it("offers all eight providers, none, and says that one is needed", () => {
    expect(PROVIDER_CHOICES.map(({ value }) => value).toSorted()).toEqual(OAUTH_PROVIDERS.toSorted());
    const { request, issues } = draftOf(null, empty);
    expect(request).toEqual({ enabled: true, provider: {} });
    expect(issues).toEqual([{ path: ["provider"], message: "is required. Choose a provider" }]);
  });

  it.each(OAUTH_PROVIDERS)(
    "of %s with an own app sends that provider alone, and only what was chosen",
    (name) => {
      const typed = filled(empty, name, { ...ownApp, scopes: ["read"], email_domains: ["example.com"] });
      expect(draftOf(null, typed)).toEqual({
        request: {
          enabled: true,
          provider: {
            [name]: {
              client_id: "Iv1",
              client_secret: "s3cret",
              scopes: ["read"],
              email_domains: ["example.com"],
            },
          },
        },
        issues: [],
      });
    },
  );

  it.each(OAUTH_PROVIDERS)("of %s starts with the managed app where there is one", (name) => {
    const { request, issues } = draftOf(null, filled(empty, name, {}));
    expect(request).toEqual({ enabled: true, provider: { [name]: {} } });
    const needed = OAUTH_OWN_APP_ONLY.includes(name) ? [`provider.${name}.client_id`] : [];
    expect(sortIssues(issues, controls(name)).fields.map((field) => field.name)).toEqual(needed);
  });
});

describe("the app", () => {
  const stored = {
    enabled: true,
    provider: { gitlab: { client_id: "Iv1", scopes: ["read"], email_domains: ["example.com"] } },
  };
  const gitlab = (typed: JsonObject) => draftOf(stored, filled(formOf(stored), "gitlab", typed));

  it("managed: nothing of the own one is sent, and going back to it sends what was there", () => {
    expect(gitlab({ app: "managed" })).toEqual({
      request: { enabled: true, provider: { gitlab: { email_domains: ["example.com"] } } },
      issues: [],
    });
    expect(gitlab({ app: "own" }).request).toEqual(stored);
    expect(gitlab({ ...ownApp, scopes: ["x"] }).request).toEqual({
      ...stored,
      provider: { gitlab: { ...stored.provider.gitlab, client_secret: "s3cret", scopes: ["x"] } },
    });
  });

  it("managed: nulls of the own one are sent back as they came, whatever was typed in between", () => {
    const base = { enabled: true, provider: { github: { client_id: null, scopes: [], teams: ["a/b"] } } };
    const typed = filled(formOf(base), "github", { ...ownApp, app: "managed", teams: ["a/c"] });
    expect(draftOf(base, typed).request).toEqual({
      enabled: true,
      provider: { github: { client_id: null, scopes: [], teams: ["a/c"] } },
    });
  });

  // Cause: an emptied client id alone is a valid request, for the managed app. Law: nothing is guessed.
  it("own: an emptied client id is not taken for the managed app", () => {
    expect(gitlab({ client_id: "" }).issues[0]).toEqual({
      path: ["provider", "gitlab", "client_id"],
      message: expect.stringContaining("Enter the client ID"),
    });
  });

  it("own: another client id can't keep the secret of the stored one", () => {
    expect(gitlab({ client_id: "Iv2" }).issues).toEqual([
      {
        path: ["provider", "gitlab", "client_secret"],
        message: expect.stringContaining("is required"),
      },
    ]);
    expect(gitlab({ client_id: "Iv2", client_secret: replace("new") }).issues).toEqual([]);
  });
});

describe("switching the provider", () => {
  const requests = MODULE_REQUESTS.oauth.map(
    (request) =>
      JSON.parse(
        JSON.stringify(
          oauthContract.toRequest(
            oauthContract.toAnswer(oauthContract.request.parse(request) as never) as never,
          ),
        ),
      ) as JsonObject,
  );
  const names = fc.constantFrom(...OAUTH_PROVIDERS);

  it("sends exactly one; switching back sends what was there, and what was typed meanwhile is kept", () => {
    fc.assert(
      fc.property(requests, names, (base, other) => {
        const loaded = formOf(base);
        const before = loaded.chosen;
        const switched = draftOf(base, filled(loaded, other, {}));
        // A member of null is not there (api.md#oauth): those that were read go back as they were.
        const sent = Object.entries(providerOf(switched)).filter(([, member]) => member !== null);
        expect(sent.map(([name]) => name)).toEqual([other]);
        const typed = filled(loaded, other, { email_domains: ["typed.example"] });
        expect((providerOf(draftOf(base, typed))[other] as JsonObject)["email_domains"]).toEqual([
          "typed.example",
        ]);
        if (other === before) return;
        const back = { ...typed, chosen: before } as Form;
        expect(sameJson(draftOf(base, back).request, base)).toBe(true);
        expect(back[other]?.["email_domains"]).toEqual(["typed.example"]);
      }),
    );
  });

  it("keeps the fields beside the members, and a member this console does not know until another is chosen", () => {
    const base = { enabled: true, provider: { okta: { client_id: "a" }, github: null, version: 3 } };
    const form = formOf(base);
    expect(form.chosen).toBe("okta");
    expect(draftOf(base, form)).toEqual({ request: base, issues: [] });
    expect(providerOf(draftOf(base, filled(form, "google", {})))).toEqual({
      github: null,
      version: 3,
      google: {},
    });
  });

  it("shows two stored providers as JSON: which one counts is not this console's guess", () => {
    const base = { enabled: true, provider: { github: {}, google: {} } };
    expect(formOf(base)).toEqual({ $json: JSON.stringify(base.provider, null, 2) });
    expect(draftOf(base, formOf(base)).request).toEqual(base);
  });
});

describe("faults", () => {
  const base = { enabled: true, provider: { github: { client_id: "Iv1", scopes: ["read"] } } };

  it.each<[JsonObject, string, string]>([
    [{ client_id: "x".repeat(1025) }, "client_id", "1,025 of 1,024 bytes"],
    [{ client_secret: replace("x".repeat(4097)) }, "client_secret", "4,097 of 4,096 bytes"],
    [{ client_secret: replace("") }, "client_secret", "Enter the new secret"],
    [{ scopes: ["read", "two words"] }, "scopes", "one scope without spaces"],
    [{ teams: ["planners"] }, "teams", "with its organization"],
    [{ organizations: ["a/b"] }, "organizations", "short name"],
    // Cause: “Use @example.com” was said of @Example.com, and then refused. Law: what is suggested is taken.
    [{ email_domains: ["@Example.com"] }, "email_domains", "Use example.com"],
    [{ email_domains: ["Ana@example.com"] }, "email_domains", "Must be a domain. Example: example.com"],
    [{ email_addresses: ["Ana"] }, "email_addresses", "Example: ana@example.com"],
    [{ email_domains: ["Example.com"] }, "email_domains", "Use example.com"],
    [{ email_addresses: ["ana"] }, "email_addresses", "Example: ana@example.com"],
    [{ email_addresses: ["a@b.example", "a@b.example"] }, "email_addresses", "same as entry 1"],
  ])("%# are told at provider.github’s fields", (typed, field, words) => {
    const { issues } = draftOf(base, filled(formOf(base), "github", typed));
    const { fields, rest } = sortIssues(issues, controls("github"));
    expect(fields.map(({ name }) => name)).toContain(`provider.github.${field}`);
    expect(fields.find(({ name }) => name === `provider.github.${field}`)?.message).toContain(words);
    expect(rest).toEqual([]);
  });

  it.each([
    ["inactivity_timeout", "31536001", "365 days"],
    ["maximum_duration", "4294967296", "at most 4,294,967,295"],
    ["auth_check_interval", "-1", "at least 0"],
    ["cookie_prefix", "a-b", "only letters, digits and periods"],
  ])("of %s %j are told there", (name, typed, words) => {
    const { issues } = oauth.toDraft({ ...oauth.toForm(base), [name]: typed }, base);
    expect(issues).toEqual([{ path: [name], message: expect.stringContaining(words) }]);
  });
});

describe("words", () => {
  it("never hold the secret, and say when nobody is kept out", () => {
    const member = {
      client_id: "Iv1",
      client_secret: "s3cret",
      teams: ["a/b", "a/c"],
      email_domains: ["x.example"],
    };
    const value = { provider: { github: member } };
    expect(describeProvider(value.provider)).toBe("GitHub, own app Iv1; 2 teams, 1 email domain");
    expect(oauth.summary(value)).toBe("Sign in with GitHub: 2 teams, 1 email domain");
    expect(describeAccess({ email_addresses: ["a@x.example", "b@x.example"] })).toBe("2 email addresses");
    expect(oauth.summary({ provider: { amazon: {} } })).toBe("Sign in with Amazon: anyone with an account");
    expect(JSON.stringify(oauth.toForm({ enabled: true, ...value }))).not.toContain("s3cret");
  });

  it("name a change inside a provider as its control does", () => {
    const path = ["provider", "github"];
    expect(labelOf(oauth, [...path, "teams"])).toBe("Teams");
    expect(valueWords(oauth, [...path, "teams"], ["a/b", "a/c"])).toBe("a/b, a/c");
    expect(valueWords(oauth, [...path, "client_secret"], "s3cret")).toBe("a secret");
    expect(labelOf(oauth, path)).toBe("Provider GitHub");
    expect(valueWords(oauth, path, { client_secret: "s3cret" })).toBe(
      "GitHub, managed app; anyone with an account",
    );
    expect(labelOf(oauth, [...path, "future"])).toBe("Provider github future");
    expect(valueWords(oauth, ["provider", "okta"], { a: 1 })).toBe('{"a":1}');
  });

  it("say durations in readable units and what 0 means", () => {
    const show = (name: string, value: unknown) =>
      oauth.fields.find((field) => field.name === name)?.show(value);
    expect(show("auth_check_interval", 900)).toBe("900 s = 15 min");
    expect(show("auth_check_interval", 0)).toBe("0 s = only at sign-in");
    expect(show("maximum_duration", 0)).toBe("0 s = no limit");
    expect(show("inactivity_timeout", 30)).toBe("30 s");
    // Cause: "34560000 s" beside a form that says 34,560,000. Law: numbers read as people say them.
    expect(show("inactivity_timeout", 31_536_000)).toBe("31,536,000 s = 365 d");
  });
});
