import { OAUTH_PROVIDER_NAMES } from "#contract/modules/oauth-provider-names.ts";
import { OAUTH_PROVIDERS, type OauthProviderName } from "#contract/modules/oauth-providers.ts";
import { isJsonObject, jsonText, own, type JsonObject, type Path } from "#forms/json.ts";
import { counted } from "#ui/format.ts";
import { showPart } from "../kit/show.ts";
import { chosenOf, isProvider, needsOwnApp } from "./codecs.ts";

/** The eight providers as choices. */
export const PROVIDER_CHOICES = (Object.keys(OAUTH_PROVIDER_NAMES) as OauthProviderName[]).map((value) => ({
  value,
  label: OAUTH_PROVIDER_NAMES[value],
}));

const EMAIL_LISTS = [
  {
    name: "email_domains",
    label: "Email domains",
    noun: "email domain",
    one: "domain",
    placeholder: "example.com",
    hint: "Allow users with an email address in these domains.",
  },
  {
    name: "email_addresses",
    label: "Email addresses",
    noun: "email address",
    one: "address",
    placeholder: "ana@example.com",
    hint: "Allow these users.",
  },
];

const GITHUB_LISTS = [
  {
    name: "teams",
    label: "Teams",
    noun: "team",
    one: "team",
    placeholder: "organization/team",
    hint: "Allow members of these teams, by organization/team or number.",
  },
  {
    name: "organizations",
    label: "Organizations",
    noun: "organization",
    one: "organization",
    placeholder: "acme",
    hint: "Allow members of these organizations, by short name.",
  },
  ...EMAIL_LISTS,
];

/** The lists of a provider's member that say who may enter, in the order the form shows them. */
export function whoLists(provider: OauthProviderName) {
  return provider === "github" ? GITHUB_LISTS : EMAIL_LISTS;
}

/** "2 teams, 1 email domain"; undefined where everybody may. */
export function limitOf(member: JsonObject): string | undefined {
  const parts = GITHUB_LISTS.flatMap(({ name, noun, label }) => {
    const list = own(member, name);
    return Array.isArray(list) && list.length > 0 ? [counted(list.length, noun, label.toLowerCase())] : [];
  });
  return parts.join(", ") || undefined;
}

/** To whom it is open, in words. */
export const describeAccess = (member: JsonObject): string => limitOf(member) ?? "anyone with an account";

function describeApp(name: OauthProviderName, member: JsonObject): string {
  const id = own(member, "client_id");
  if (typeof id === "string" && id !== "") return `own app ${id}`;
  return needsOwnApp(name) || id === "" ? "own app without a client ID" : "managed app";
}

/** `provider` in words, without its secret: "GitHub, managed app; 2 teams". */
export function describeProvider(value: unknown): string {
  const name = chosenOf(value);
  const member = isJsonObject(value) ? value[name] : undefined;
  if (!isJsonObject(member)) return isBlank(value) ? "none" : jsonText(value);
  return isProvider(name)
    ? `${OAUTH_PROVIDER_NAMES[name]}, ${describeApp(name, member)}; ${describeAccess(member)}`
    : name;
}

const isBlank = (value: unknown) =>
  (value ?? null) === null ||
  (isJsonObject(value) && OAUTH_PROVIDERS.every((name) => (own(value, name) ?? null) === null));

/** Labels of a member's fields, as their controls have them. */
export const FIELD_LABELS = new Map<string, string>([
  ["client_id", "Client ID"],
  ["client_secret", "Client secret"],
  ["scopes", "Scopes"],
  ...GITHUB_LISTS.map(({ name, label }) => [name, label] as const),
]);

/** A change inside `provider` in words: of a whole member, or of one of its fields. */
export function providerPart([name, field, ...more]: Path) {
  if (!isProvider(name) || more.length > 0) return undefined;
  if (field === undefined) {
    return {
      label: `Provider ${OAUTH_PROVIDER_NAMES[name]}`,
      show: (member: unknown) => describeProvider({ [name]: member }),
    };
  }
  const label = FIELD_LABELS.get(String(field));
  return label === undefined ? undefined : { label, show: showPart };
}
