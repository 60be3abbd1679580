import * as z from "zod/mini";
import { byteText } from "../common.ts";
import { fieldHints } from "../issues.ts";
import { OAUTH_OWN_APP_ONLY, OAUTH_PROVIDER_NAMES } from "./oauth-provider-names.ts";
import { CLIENT_ID_MAX_BYTES, filledText, optionalList } from "./fields.ts";

/** Members of oauth's `provider`, in the order answers list them (protocol-facts.md#oauth). */
export const OAUTH_PROVIDERS = [
  "github",
  "facebook",
  "microsoft",
  "google",
  "linkedin",
  "gitlab",
  "twitch",
  "amazon",
] as const;
export type OauthProviderName = (typeof OAUTH_PROVIDERS)[number];

const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const DOMAIN = new RegExp(`^(?=.{1,253}$)(${LABEL}\\.)+${LABEL}$`);
const LOCAL = /^(?!\.)(?!.*\.\.)[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}(?<!\.)$/;

/** What was meant is named only where it would be taken. */
const written = (
  isTaken: (text: string) => boolean,
  meantBy: (text: string) => string,
  what: string,
  example: string,
) =>
  z.refine<string>(isTaken, {
    error: ({ input }) => {
      const meant = meantBy(String(input).toLowerCase());
      return isTaken(meant) ? `must be ${what}. Use ${meant}` : `must be ${example}`;
    },
  });

function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  return at > 0 && LOCAL.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
}

/** An address in lower case (protocol-facts.md#oauth, 7039, 7067). At most 254 bytes. */
const EmailAddress = filledText(254).check(
  written(
    isEmailAddress,
    (text) => text,
    "an address in lower case",
    "an email address. Example: ana@example.com",
  ),
);

/** A domain in lower case, without @ (protocol-facts.md#oauth, 7043, 7068). At most 253 characters. */
const EmailDomain = filledText(253).check(
  written(
    (text) => DOMAIN.test(text),
    (text) => text.replace(/^@/, ""),
    "a domain in lower case, without @",
    "a domain. Example: example.com",
  ),
);

/** One OAuth scope: printable characters without space, quote or backslash (RFC 6749, 3.3). */
export const Scope = filledText(255).check(
  z.regex(/^[\x21\x23-\x5B\x5D-\x7E]+$/, "must be one scope without spaces. Example: read:user"),
);

const memberFields = {
  /** "" and null mean the managed app. */
  client_id: z.nullish(byteText(CLIENT_ID_MAX_BYTES)),
  /** Write-only. At most 4096 bytes. */
  client_secret: z.nullish(byteText(4096)),
  scopes: optionalList(Scope),
  email_addresses: optionalList(EmailAddress),
  email_domains: optionalList(EmailDomain),
};

type Member = {
  client_id?: string | null | undefined;
  client_secret?: string | null | undefined;
  scopes?: string[] | null | undefined;
};

/** What is wrong with the app of a member (protocol-facts.md#oauth, 383, 384, 7033, 7034, 7166). */
function appFault(name: OauthProviderName, member: Member): { field: keyof Member; message: string } | null {
  const { client_id: id, client_secret: secret, scopes } = member;
  if (id && !secret) {
    return { field: "client_secret", message: "is required. Enter the client secret of your app" };
  }
  if (secret && !id) {
    return { field: "client_id", message: "is required. Enter the client ID of your app" };
  }
  if (!id && OAUTH_OWN_APP_ONLY.includes(name)) {
    const message = `is required. ${OAUTH_PROVIDER_NAMES[name]} has no managed app. Enter the client ID and secret of your own`;
    return { field: "client_id", message };
  }
  if (!id && scopes?.length) {
    const message = "can’t be set for the managed app. Enter the client ID and secret of your own too";
    return { field: "scopes", message };
  }
  return null;
}

function ownApp(name: OauthProviderName) {
  return z.check<Member>((ctx) => {
    const fault = appFault(name, ctx.value);
    if (!fault) return;
    const { field, message } = fault;
    ctx.issues.push({ code: "custom", input: undefined, path: [field], message, continue: true });
  });
}

function member(name: OauthProviderName) {
  const onlyGithub = "works with github only. Use email_addresses or email_domains";
  return z
    .strictObject(memberFields)
    .check(ownApp(name))
    .register(fieldHints, { teams: onlyGithub, organizations: onlyGithub });
}

const SLUG = "[0-9A-Za-z][0-9A-Za-z-]*";
const Team = filledText(255).check(
  z.regex(
    new RegExp(`^(\\d+|${SLUG}/[0-9A-Za-z][0-9A-Za-z_.-]*)$`),
    "must be a team with its organization, or a team number. Example: acme/operators",
  ),
);
const Organization = filledText(255).check(
  z.regex(new RegExp(`^${SLUG}$`), "must be the short name of an organization. Example: acme"),
);

const github = z
  .strictObject({ ...memberFields, teams: optionalList(Team), organizations: optionalList(Organization) })
  .check(ownApp("github"));

/** The `provider` of a request: exactly one member (protocol-facts.md#oauth, 7036, 7037). A member of null is not there. */
export const OauthProviderRequest = z
  .strictObject({
    github: z.nullish(github),
    facebook: z.nullish(member("facebook")),
    microsoft: z.nullish(member("microsoft")),
    google: z.nullish(member("google")),
    linkedin: z.nullish(member("linkedin")),
    gitlab: z.nullish(member("gitlab")),
    twitch: z.nullish(member("twitch")),
    amazon: z.nullish(member("amazon")),
  })
  .check(
    z.check((ctx) => {
      const [first, ...more] = OAUTH_PROVIDERS.filter((name) => ctx.value[name]);
      const refuse = (path: string[], message: string) =>
        ctx.issues.push({ code: "custom", input: undefined, path, message, continue: true });
      if (!first) refuse([], "must name one provider. Example: github");
      for (const name of more) refuse([name], `can’t be set together with ${first}. Remove one of them`);
    }),
  );
export type OauthProviderRequest = z.infer<typeof OauthProviderRequest>;

const list = z.nullish(z.array(z.string()));

/** A member as read. Only some services of the family echo `client_secret` (decisions/contract/secrets.md). */
export const OauthMember = z.looseObject({
  client_id: z.nullish(z.string()),
  client_secret: z.nullish(z.string()),
  scopes: list,
  email_addresses: list,
  email_domains: list,
  teams: list,
  organizations: list,
});
export type OauthMember = z.infer<typeof OauthMember>;
