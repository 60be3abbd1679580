import { ASKING } from "#contract/traffic/unreachable-app.ts";
import { failsAt, unreachedWords } from "#resources/unreachable.ts";
import { cantApply, isPlainHttp } from "#contract/modules/cant-apply.ts";
import { KINDS } from "#contract/modules/kind-facts.ts";
import { LOGIN_MODULES } from "#contract/modules/kinds.ts";
import { INACTIVITY_TIMEOUT_MAX } from "#contract/modules/login.ts";
import { REF_KINDS } from "#contract/modules/module-contract.ts";
import { UNREADABLE } from "#contract/modules/unreadable.ts";
import { isJsonObject, jsonText, own, valueAt, type JsonObject } from "#forms/json.ts";
import { formatDuration } from "#ui/duration.ts";
import { counted, plural } from "#ui/format.ts";
import { CLOSES, FAULTS, FORGED } from "#resources/closing.ts";
import { anyoneMaySignIn } from "./anyone.ts";
import { letsEveryoneIn } from "./open-restriction.ts";
import { listed, type Facts, type Finding, type Severity } from "./facts.ts";

const FEWEST_ERRORS = 5;

const number = (module: JsonObject | null, name: string): number | null => {
  const value = module && own(module, name);
  return typeof value === "number" ? value : null;
};

/** A guard that names no one: ip_restriction without policies, mutual_tls without authorities. */
function namesNobody({ on }: Facts): Finding[] {
  return KINDS.flatMap(({ kind, title, role, names }): Finding[] => {
    const value = on(kind);
    if (!value || !names || role !== "guard" || listed(value, names.field, names.answer).length > 0)
      return [];
    return [
      {
        severity: "error",
        title: `${title} blocks everyone`,
        reason: `It’s on but names no ${REF_KINDS[names.resource].noun}.`,
        module: kind,
        field: names.field,
        of: "owner",
      },
    ];
  });
}

function inactivityNeverCounts({ on }: Facts): Finding[] {
  return LOGIN_MODULES.flatMap((module): Finding[] => {
    const value = on(module);
    const most = number(value, "maximum_duration");
    // More than is allowed is told at the field.
    const idle = Math.min(number(value, "inactivity_timeout") ?? 0, INACTIVITY_TIMEOUT_MAX);
    if (most === null || most <= 0 || idle <= most) return [];
    return [
      {
        severity: "note",
        title: "“Sign out when idle” has no effect",
        reason: `Sessions end after ${formatDuration(most)}, before ${formatDuration(idle)} of idle time.`,
        module,
        field: "inactivity_timeout",
        of: "owner",
      },
    ];
  });
}

function breakerTripsEarly({ on }: Facts): Finding[] {
  const breaker = on("circuit_breaker");
  const volume = number(breaker, "volume_threshold");
  const share = number(breaker, "error_threshold_percentage");
  if (volume === null || share === null) return [];
  const errors = Math.max(1, Math.ceil(volume * share));
  if (errors >= FEWEST_ERRORS) return [];
  const wait = number(breaker, "tripped_duration");
  return [
    {
      severity: "warning",
      title: "Breaker trips early",
      reason: `${counted(errors, "error")} in ${Math.max(volume, 1)} requests ${plural(errors, "stops", "stop")} traffic${wait === null ? "" : ` for ${formatDuration(wait)}`}.`,
      module: "circuit_breaker",
      field: share === 0 ? "error_threshold_percentage" : "volume_threshold",
      of: "owner",
    },
  ];
}

const holds = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isJsonObject(value) && Object.keys(value).length > 0;

/** Modules whose fields are all empty. */
function doesNothing({ on }: Facts): Finding[] {
  return KINDS.flatMap(({ kind, title, contents: [first, ...rest] }): Finding[] => {
    const value = on(kind);
    if (!value || first === undefined || [first, ...rest].some((field) => holds(own(value, field))))
      return [];
    return [
      {
        severity: "note",
        title: `${title} is on but empty`,
        reason: "It has no effect until you fill it in.",
        module: kind,
        field: first,
        of: "owner",
      },
    ];
  });
}

function allowedAndDenied({ on }: Facts): Finding[] {
  const filter = on("user_agent_filter");
  const denied = filter ? listed(filter, "deny") : [];
  const both = filter ? listed(filter, "allow").find((pattern) => denied.includes(pattern)) : undefined;
  if (both === undefined) return [];
  return [
    {
      severity: "warning",
      title: "A user agent is both allowed and denied",
      reason: `${jsonText(both)} is in both lists. Allow wins.`,
      module: "user_agent_filter",
      field: "deny",
      of: "owner",
    },
  ];
}

function oldTls({ owner, edgeOn }: Facts): Finding[] {
  const version = edgeOn("tls_termination")?.["min_version"];
  if (version !== "1.0" && version !== "1.1") return [];
  return [
    {
      severity: "warning",
      title: `TLS ${version} is accepted`,
      reason: "Versions before 1.2 are insecure. Raise the minimum unless a client needs it.",
      module: "tls_termination",
      field: "min_version",
      of: owner === "route" ? "edge" : "owner",
    },
  ];
}

/** Where SAML metadata sends visitors to sign in, found without parsing it. */
function signOnUrlsOf(metadata: unknown): string[] {
  const tag = /<(?:[\w.-]+:)?SingleSignOnService\b[^>]*?\bLocation\s*=\s*["']([^"']*)["']/g;
  return [...String(metadata).matchAll(tag)].map(([, url = ""]) => url);
}

const READ = "Anyone on the network path can read passwords. Ask the provider for an https:// URL.";

/** Whoever sits between the edge and a plain http URL can put in keys or a provider of their own. */
function plainUrls({ on }: Facts): Finding[] {
  const at = (module: string, field: string, title: string, reason = `${FORGED} Use https://.`): Finding => ({
    severity: "warning",
    title,
    reason,
    module,
    field,
    of: "owner",
  });
  const jwt = on("jwt_validation") ?? {};
  const issuers = valueAt(jwt, ["issuer", "allow_list"]);
  const values = [issuers].flat().map((one) => valueAt(one, ["value"]));
  const signOn = signOnUrlsOf(on("saml")?.["idp_metadata"]);
  return [
    ...(isPlainHttp(on("oidc")?.["issuer"]) ? [at("oidc", "issuer", "OIDC issuer uses http://")] : []),
    ...(values.some(isPlainHttp)
      ? [at("jwt_validation", "issuer.allow_list", "JWT issuer uses http://")]
      : []),
    ...(signOn.some(isPlainHttp) ? [at("saml", "idp_metadata", "SAML sign-on URL uses http://", READ)] : []),
  ];
}

/** Settings with which tokens or sign-ins prove nothing, or nobody can sign in: an edge that reads them lets nobody in. */
function provesNothing({ on, limits }: Facts): Finding[] {
  const at = (kind: string, elsewhere: Severity): Finding[] => {
    const closing = cantApply({ [kind]: on(kind) }, limits);
    if (!closing || closing === "unreadable") return [];
    const { what, mend, module, field, risk } = FAULTS[closing];
    const severity = limits.unapplied ? "error" : elsewhere;
    const reason = `${limits.unapplied ? CLOSES : risk} ${mend}`;
    return [{ severity, title: what, reason, module, field, of: "owner", closing }];
  };
  return [
    ...at("jwt_validation", "warning"),
    ...["saml", "oauth", "ip_restriction"].flatMap((kind) => at(kind, "error")),
  ];
}

/** Modules by which nobody gets in, as the service has stored them: it says why. */
function unreadable({ on }: Facts): Finding[] {
  return KINDS.flatMap(({ kind, title }): Finding[] => {
    const value = on(kind);
    const why = value && own(value, UNREADABLE);
    if (typeof why !== "string") return [];
    const reason = `${why}. ${CLOSES} ${FAULTS.unreadable.mend}`;
    const at = { module: kind, field: "enabled", of: "owner", closing: "unreadable" } as const;
    return [{ severity: "error", title: `Nobody gets past ${title}`, reason, ...at }];
  });
}

/** A login provider or keys that requests could not reach. */
function notReached({ id, on, limits: { unreached } }: Facts): Finding[] {
  const lead = unreached?.get(id);
  const module = Object.values(ASKING)
    .flat()
    .find((kind) => lead && on(kind) && failsAt(lead, kind));
  if (!lead || !module) return [];
  const { text, why } = unreachedWords(lead);
  return [{ severity: "error", title: text, reason: why, module, of: "owner", seen: lead }];
}

/** Rules about what one module says, for every owner. */
export const SETTING_RULES: readonly ((facts: Facts) => Finding[])[] = [
  unreadable,
  notReached,
  namesNobody,
  anyoneMaySignIn,
  letsEveryoneIn,
  provesNothing,
  plainUrls,
  oldTls,
  breakerTripsEarly,
  allowedAndDenied,
  inactivityNeverCounts,
  doesNothing,
];
