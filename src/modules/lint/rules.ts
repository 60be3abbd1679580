import { kindsWith, LOGIN_MODULES } from "#contract/modules/kinds.ts";
import { HTTP_FIELDS } from "#contract/traffic/fields.ts";
import { isJsonObject, own, valueAt } from "#forms/json.ts";
import { leadWords } from "#resources/edge-way.ts";
import { type Facts, type Finding } from "./facts.ts";
import { EXCHANGEABLE, GUARDS, loginElsewhere, SHUT_OUT } from "./guards.ts";
import { openWords } from "./open-words.ts";
import { SETTING_RULES } from "./setting-rules.ts";
import { variablesOf } from "../kit/header-rules.ts";
import { textsOf } from "../texts.ts";

/** One thing that may be wrong. */
export type Rule = (facts: Facts) => Finding[];

/** Modules that do something to requests: guards first. */
const ACTING = [...new Set([...GUARDS, ...kindsWith(({ role }) => role !== "transport")])].filter(
  (kind) => kind !== "backend",
);
const READS_TRAFFIC = new Set(kindsWith((kind) => kind.readsTraffic));

const title = (kind: string) => textsOf(kind).title;
const loginsOn = ({ on }: Facts) => LOGIN_MODULES.filter((kind) => on(kind));

const twoLogins: Rule = (facts) => {
  const [first, ...rest] = loginsOn(facts);
  return rest.map((kind) => ({
    severity: "error",
    title: `${title(first ?? "")} and ${title(kind)} are both on`,
    reason: "A route can have one login. Turn one off.",
    module: kind,
    field: "enabled",
    also: first ? [first] : [],
    of: "owner",
  }));
};

const loginOnAnotherRoute: Rule = (facts) => {
  const [kind] = loginsOn(facts);
  const other = loginElsewhere(facts.edge, facts.id);
  if (!kind || !other) return [];
  return [
    {
      severity: "error",
      title: "Another route of this edge has a login too",
      reason: `An edge can have one login, and route ${other.match} has it.`,
      elsewhere: other,
      module: kind,
      field: "enabled",
      of: "owner",
    },
  ];
};

const loginWithoutHttps: Rule = (facts) => {
  const hostports = facts.edge ? own(facts.edge, "hostports") : null;
  const plain = Array.isArray(hostports) ? hostports.find((one) => String(one).endsWith(":80")) : undefined;
  if (plain === undefined) return [];
  return [...loginsOn(facts), ...(facts.on("jwt_validation") ? ["jwt_validation"] : [])].map((kind) => ({
    severity: "error",
    title: `${title(kind)} without https`,
    reason: `The edge also listens on ${String(plain)}, where anyone on the network can read cookies and tokens.`,
    module: kind,
    of: "owner",
  }));
};

const loginAndToken: Rule = (facts) => {
  const [kind] = loginsOn(facts);
  if (!kind || !facts.on("jwt_validation")) return [];
  return [
    {
      severity: "warning",
      title: `JWT validation and ${title(kind)} are both on`,
      reason: `Almost nobody gets in: ${SHUT_OUT.login}, and ${SHUT_OUT.token}. Create another route for one of them.`,
      newRoute: true,
      module: "jwt_validation",
      field: "enabled",
      also: [kind],
      of: "owner",
    },
  ];
};

const webhookBehindGuard: Rule = (facts) => {
  if (!facts.on("webhook_verification")) return [];
  const [login] = loginsOn(facts);
  const beside = login ?? (facts.on("jwt_validation") ? "jwt_validation" : undefined);
  const found: Finding[] = [];
  if (beside) {
    found.push({
      severity: "error",
      title: `Webhooks can’t pass ${title(beside)}`,
      reason: `Senders can’t ${login ? "sign in" : "send a token"}, so every webhook is refused. Create another route for webhooks.`,
      newRoute: true,
      module: beside,
      field: "enabled",
      also: ["webhook_verification"],
      of: "owner",
    });
  }
  if (facts.edgeOn("mutual_tls")) {
    found.push({
      severity: "warning",
      title: "Webhooks need a client certificate here",
      reason: "The edge asks every client for a certificate. Few webhook senders have one.",
      module: "mutual_tls",
      field: "enabled",
      of: "edge",
    });
  }
  return found;
};

const endsUpstream = ({ edgeOn }: Facts) => edgeOn("tls_termination")?.["terminate_at"] === "upstream";

const hiddenTraffic: Rule = (facts) =>
  endsUpstream(facts)
    ? ACTING.filter((kind) => READS_TRAFFIC.has(kind) && facts.on(kind)).map((kind) => needsTraffic(kind))
    : [];

function needsTraffic(kind: string): Finding {
  return {
    severity: "error",
    title: `${title(kind)} can’t see the traffic`,
    reason: "TLS ends upstream. End it at the edge, or turn this off.",
    module: kind,
    field: "enabled",
    of: "owner",
  };
}

const noCheckOn: Rule = (facts) => {
  const { module, on, owner } = facts;
  // Nothing passes.
  if (owner !== "httpsEdge" && (!on("backend") || !hasBackend(facts))) return [];
  const set = ACTING.filter((kind) => module(kind));
  const first = GUARDS.find((kind) => module(kind));
  const who = openWords(facts);
  if (set.length < 2 || !first || !who || set.some((kind) => on(kind))) return [];
  return [
    {
      severity: "warning",
      title: "No check is on",
      reason: `${who}.`,
      isOfAll: true,
      module: first,
      field: "enabled",
      of: "owner",
    },
  ];
};

/** Whether a route, as sent or as answered, names a backend, as far as is known. */
function hasBackend({ modules, isNoBackend }: Facts): boolean {
  const backend = own(modules, "backend");
  const sent = valueAt(backend, ["backend_id"]);
  const isSent = typeof sent === "string" && sent !== "" && !isNoBackend?.(sent);
  return isSent || Boolean(valueAt(backend, ["backend", "id"]));
}

const noBackend: Rule = (facts) => {
  const { module, on } = facts;
  const isSet = module("backend") !== null;
  if (on("backend") && hasBackend(facts)) return [];
  const isOff = isSet && !on("backend");
  const { text, why } = leadWords(isOff ? "backend off" : "no backend");
  return [
    {
      severity: "error",
      title: text,
      ...(isOff ? { isOff: "the backend" } : {}),
      reason: isSet && !isOff ? "Requests fail. Select a backend." : why,
      module: "backend",
      ...(isSet ? { field: isOff ? "enabled" : "backend_id" } : {}),
      of: "owner",
    },
  ];
};

const unknownVariables: Rule = ({ on }) =>
  ["request_headers", "response_headers"].flatMap((kind) => {
    /** The first header with each. */
    const unknown = new Map<string, string>();
    for (const [name, text] of Object.entries(on(kind)?.["add"] ?? {}))
      for (const path of variablesOf(String(text)))
        if (!unknown.has(path) && !Object.hasOwn(HTTP_FIELDS, path.slice(1))) unknown.set(path, name);
    return [...unknown].map(([path, name]) => ({
      severity: "warning" as const,
      title: `Unknown variable \${${path}}`,
      reason: "It will be empty. Use a field of request events. Example: ${.conn.client_ip}",
      module: kind,
      field: `add.${name}`,
      of: "owner" as const,
    }));
  });

const guardsOff: Rule = (facts) => {
  if (noCheckOn(facts).length > 0) return [];
  // What another one replaced is off on purpose.
  const replaced = EXCHANGEABLE.some((kind) => facts.on(kind)) ? EXCHANGEABLE : [];
  const isOff = (kind: string) => facts.module(kind) && !facts.on(kind);
  return GUARDS.filter((kind) => isOff(kind) && !replaced.includes(kind)).map((kind) => ({
    severity: "note",
    title: `${title(kind)} is off`,
    isOff: title(kind),
    reason: `It doesn’t protect this ${facts.owner === "route" ? "route" : "edge"} until you turn it on.`,
    module: kind,
    field: "enabled",
    of: "owner",
  }));
};

const optionsLetThrough: Rule = (facts) => {
  const [kind] = loginsOn(facts);
  if (!kind || facts.on(kind)?.["options_passthrough"] !== true) return [];
  const added = facts.on("response_headers")?.["add"];
  const names = isJsonObject(added) ? Object.keys(added) : [];
  if (names.some((name) => name.toLowerCase() === "access-control-allow-origin")) return [];
  return [
    {
      severity: "warning",
      title: "CORS preflight is only half set up",
      reason: `${title(kind)} allows preflight, but no response header allows an origin. Add one unless the app does.`,
      module: kind,
      field: "options_passthrough",
      of: "owner",
    },
  ];
};

/** Rules for routes, for edges, and for both. */
export const ROUTE_RULES: readonly Rule[] = [
  twoLogins,
  loginOnAnotherRoute,
  loginWithoutHttps,
  webhookBehindGuard,
  hiddenTraffic,
  loginAndToken,
  optionsLetThrough,
  noBackend,
  unknownVariables,
];
export const EDGE_RULES: readonly Rule[] = [hiddenTraffic];
export const SHARED_RULES: readonly Rule[] = [...SETTING_RULES, noCheckOn, guardsOff];
