import type { Issue } from "#contract/error.ts";
import { OAUTH_OWN_APP_ONLY } from "#contract/modules/oauth-provider-names.ts";
import { OAUTH_PROVIDERS, type OauthProviderName } from "#contract/modules/oauth-providers.ts";
import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import { textsCodec } from "#editing/codecs/lists.ts";
import { formOf, writeMembers, type Members } from "#editing/codecs/nested.ts";
import { orJson, secretCodec, textCodec, type Codec, type Read } from "#editing/codecs/codec.ts";

/** Which app signs visitors in: the service's own, or one that is registered at the provider. */
export type App = "managed" | "own";

/** What the form holds of `provider` beside its members: the name of the one that is sent. */
export const CHOSEN = "chosen";
/** What the form holds of a member beside its fields. */
export const APP = "app";

/** What of a member is of an own app alone. */
export const APP_FIELDS = ["client_id", "client_secret", "scopes"] as const;

const MEMBER: Members = {
  client_id: textCodec(),
  client_secret: secretCodec,
  scopes: textsCodec,
  email_addresses: textsCodec,
  email_domains: textsCodec,
};
const GITHUB: Members = { ...MEMBER, teams: textsCodec, organizations: textsCodec };

/** The fields of a provider's member (api.md#oauth). */
function membersOf(name: OauthProviderName): Members {
  return name === "github" ? GITHUB : MEMBER;
}

/** Whether a name is one of the eight. */
export function isProvider(name: unknown): name is OauthProviderName {
  return OAUTH_PROVIDERS.some((one) => one === name);
}

/** Whether a provider has no managed app, so that every member of it names an app of one's own. */
export function needsOwnApp(name: OauthProviderName): boolean {
  return OAUTH_OWN_APP_ONLY.includes(name);
}

const REQUIRED = {
  client_id: "is required. Enter the client ID of your app",
  client_secret: "is required. Enter the client secret of your app",
};

/** Whether a field of a member says nothing. */
export const isBlank = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** The app of a member: the managed one where nothing of an own one is there. */
function appOf(name: OauthProviderName, member: JsonObject): App {
  return needsOwnApp(name) || APP_FIELDS.some((field) => !isBlank(own(member, field))) ? "own" : "managed";
}

/**
 * The provider that is sent: the one known member, else the one object that this console does not know, else "". Members
 * of null are not there.
 */
export function chosenOf(provider: unknown): string {
  if (!isJsonObject(provider)) return "";
  const set = Object.keys(provider).filter((name) => isJsonObject(provider[name]));
  const known = set.filter(isProvider);
  return known[0] ?? (set.length === 1 ? (set[0] ?? "") : "");
}

function fits(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const members = OAUTH_PROVIDERS.map((name) => own(value, name)).filter((one) => (one ?? null) !== null);
  return members.length <= 1 && members.every(isJsonObject);
}

function memberForm(name: OauthProviderName, value: unknown): JsonObject {
  const member = isJsonObject(value) ? value : {};
  return { ...formOf(membersOf(name), member), [APP]: appOf(name, member) };
}

/** With the managed app nothing of an own one is sent, but what was typed of it stays in the form. */
function writeMember(name: OauthProviderName, input: unknown, loaded: JsonObject | null) {
  const { value, issues } = writeMembers(membersOf(name), input, loaded);
  if (!isJsonObject(input) || needsOwnApp(name)) return { value, issues };
  if (input[APP] !== "managed") {
    const without = isBlank(own(value, "client_id")) && !issues.some(({ path }) => path[0] === "client_id");
    if (!without) return { value, issues };
    const stored = loaded !== null && appOf(name, loaded) === "own";
    const bare = !stored && isBlank(own(value, "client_secret"));
    const empty = bare ? (["client_id", "client_secret"] as const) : (["client_id"] as const);
    // An empty ID says that an own app was chosen: without it the draft would read as the managed one.
    return {
      value: { ...value, client_id: "" },
      issues: [...issues, ...empty.map((field) => ({ path: [field], message: REQUIRED[field] }))],
    };
  }
  const kept = loaded !== null && appOf(name, loaded) === "managed" ? loaded : {};
  const blank = new Set<string>(APP_FIELDS);
  const others = Object.entries(value).filter(([field]) => !blank.has(field));
  const before = Object.entries(kept).filter(([field]) => blank.has(field));
  return {
    value: Object.fromEntries([...others, ...before]),
    issues: issues.filter(({ path }) => !blank.has(String(path[0]))),
  };
}

/** The form of `provider` with an own app at the chosen one where the service has no managed app of it (absent = not known). */
export function withAppAt(form: JsonObject, managedApps: readonly string[] | undefined): JsonObject {
  const name = form[CHOSEN];
  if (!managedApps || !isProvider(name) || managedApps.includes(name)) return form;
  return { ...form, [name]: { ...(form[name] as JsonObject), [APP]: "own" } };
}

function toWire(input: unknown, loaded: unknown): Read {
  const form = isJsonObject(input) ? input : {};
  const base = isJsonObject(loaded) ? loaded : {};
  const [name, before] = [form[CHOSEN], chosenOf(base)];
  const value = new Map(Object.entries(base));
  if (name !== before) value.delete(before);
  if (!isProvider(name))
    return {
      value: Object.fromEntries(value),
      issues: name === "" ? [{ path: [], message: "is required. Choose a provider" }] : [],
    };
  const earlier = own(base, name);
  const written = writeMember(name, own(form, name), isJsonObject(earlier) ? earlier : null);
  const issues = written.issues.map(({ path, message }): Issue => ({ path: [name, ...path], message }));
  return { value: Object.fromEntries(value.set(name, written.value)), issues };
}

/**
 * `provider`: a form of each of the eight, of which only the chosen one is sent, so that switching loses nothing that was
 * typed. Fields and members that nobody knows stay, but a member that another one takes the place of goes whole.
 */
export const providerCodec: Codec = orJson(fits, {
  toForm: (value) => {
    const provider = isJsonObject(value) ? value : {};
    const forms = OAUTH_PROVIDERS.map((name) => [name, memberForm(name, own(provider, name))] as const);
    return { [CHOSEN]: chosenOf(provider), ...Object.fromEntries(forms) };
  },
  toWire,
});
