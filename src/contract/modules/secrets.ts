import { OAUTH_PROVIDERS } from "./oauth-providers.ts";
import type { Fields } from "./module-contract.ts";
import { WEBHOOK_PROVIDER_WITHOUT_SECRET } from "./webhook-verification.ts";

/** The write-only fields of a module kind, as paths; `*` stands for any member (decisions/contract/secrets.md). */
export const MODULE_SECRETS: { readonly [kind: string]: readonly (readonly string[])[] } = {
  webhook_verification: [["secret"]],
  oauth: [["provider", "*", "client_secret"]],
  oidc: [["client_secret"]],
};

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const own = (fields: Fields, name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
const filled = (value: unknown): value is string => typeof value === "string" && value !== "";

/** `request` with the secret of `stored`, when it leaves its own out and both name the same in every field of `same`. */
function keep(
  request: Fields,
  stored: Fields,
  secret: string,
  same: (fields: Fields) => string | null,
): Fields {
  if (own(request, secret) !== undefined) return request;
  const kept = own(stored, secret);
  const subject = same(request);
  return filled(kept) && subject !== null && subject === same(stored)
    ? { ...request, [secret]: kept }
    : request;
}

/** The named fields as one text to compare, or null when one of them is not a text or empty. */
function subject(...names: string[]) {
  return (fields: Fields): string | null => {
    const values = names.map((name) => own(fields, name));
    return values.every(filled) ? JSON.stringify(values) : null;
  };
}

function webhookSubject(fields: Fields): string | null {
  const provider = own(fields, "provider");
  return filled(provider) ? provider.toLowerCase() : null;
}

function mergeOauth(request: Fields, stored: Fields): Fields {
  const provider = own(request, "provider");
  const before = own(stored, "provider");
  if (!isFields(provider) || !isFields(before)) return request;
  const kept = OAUTH_PROVIDERS.flatMap((name) => {
    const member = own(provider, name);
    const earlier = own(before, name);
    if (!isFields(member) || !isFields(earlier)) return [];
    return [[name, keep(member, earlier, "client_secret", subject("client_id"))] as const];
  });
  return { ...request, provider: { ...provider, ...Object.fromEntries(kept) } };
}

/**
 * A PUT body with the secrets it leaves out taken from the stored request of the same kind
 * (decisions/contract/secrets.md): a secret stays while what it belongs to is the same: the provider and `client_id` of
 * oauth, `issuer` and `client_id` of oidc, the provider of webhook_verification. null and "" are left as they are; the
 * contract refuses them where a secret is required. Works on an unchecked body, before its contract does; anything of
 * another shape is returned as it came.
 */
export function mergeSecrets(kind: string, request: unknown, stored: unknown): unknown {
  if (!isFields(request) || !isFields(stored)) return request;
  switch (kind) {
    case "oauth":
      return mergeOauth(request, stored);
    case "oidc":
      return keep(request, stored, "client_secret", subject("issuer", "client_id"));
    case "webhook_verification":
      return keep(request, stored, "secret", webhookSubject);
    default:
      return request;
  }
}

/** {@link mergeSecrets} for every module in the body of a route's or edge's update. `stored` = its modules by wire name. */
export function mergeOwnerSecrets(body: unknown, stored: Fields): unknown {
  if (!isFields(body)) return body;
  const merged = Object.entries(body).map(([name, value]) => [
    name,
    mergeSecrets(name, value, own(stored, name)),
  ]);
  return Object.fromEntries(merged);
}

/** Stands for a secret that a service holds and did not answer. Valid wherever a secret is; never sent. */
const HELD = "MFkwEwYHKoZIzj0CAQ==";

/**
 * A stored request as far as an answer tells: with a stand-in where the service holds a secret it did not echo. Merging
 * a draft with it lets a console check the draft by its contract as the service will. The result is never sent.
 */
export function assumeSecrets(kind: string, request: Fields): Fields {
  const hold = (fields: Fields, name: string) =>
    filled(own(fields, name)) ? fields : { ...fields, [name]: HELD };
  if (kind === "oidc") return hold(request, "client_secret");
  if (kind === "webhook_verification") {
    return webhookSubject(request) === WEBHOOK_PROVIDER_WITHOUT_SECRET ? request : hold(request, "secret");
  }
  const provider = own(request, "provider");
  if (kind !== "oauth" || !isFields(provider)) return request;
  const members = Object.entries(provider).map(([name, member]) => [
    name,
    isFields(member) && filled(own(member, "client_id")) ? hold(member, "client_secret") : member,
  ]);
  return { ...request, provider: Object.fromEntries(members) };
}
