import { kindsWith, LOGIN_MODULES } from "#contract/modules/kinds.ts";
import { isJsonObject, own } from "#forms/json.ts";
import { unlessOff, type Facts, type Finding } from "./facts.ts";
import { SETTING_RULES } from "./setting-rules.ts";
import { textsOf } from "../texts.ts";

/** One thing that may be wrong. */
export type Rule = (facts: Facts) => Finding[];

/** Modules that keep somebody out. */
const GUARDS = [...LOGIN_MODULES, ...kindsWith(({ role }) => role === "guard")];
/** Modules that do something to requests: guards first. */
const ACTING = [...new Set([...GUARDS, ...kindsWith(({ role }) => role !== "transport")])];
const READS_TRAFFIC = new Set(kindsWith((kind) => kind.readsTraffic));

const title = (kind: string) => textsOf(kind).title;
const loginsOn = ({ on }: Facts) => LOGIN_MODULES.filter((kind) => on(kind));

const twoLogins: Rule = (facts) => {
  const [first, ...rest] = loginsOn(facts);
  return rest.map((kind) => ({
    severity: "error",
    title: `${title(first ?? "")} and ${title(kind)} are both on`,
    reason: "A route has one login. Turn one of them off.",
    module: kind,
    field: "enabled",
    also: first ? [first] : [],
    of: "owner",
  }));
};

const loginOnAnotherRoute: Rule = (facts) => {
  const [kind] = loginsOn(facts);
  const routes = facts.edge ? own(facts.edge, "routes") : null;
  if (!kind || !Array.isArray(routes)) return [];
  const other = routes.filter(isJsonObject).find(
    (route) =>
      own(route, "id") !== facts.id &&
      LOGIN_MODULES.some((one) => {
        const value = own(route, one);
        return isJsonObject(value) && unlessOff(value) !== null;
      }),
  );
  if (!other) return [];
  return [
    {
      severity: "error",
      title: "Another route of this edge has a login too",
      reason: `Only one route of an edge may have one; ${String(own(other, "match") ?? own(other, "id"))} has one that is on.`,
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
    reason: `The edge listens at ${String(plain)}: who signs in there sends cookie or token for anybody to read.`,
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
      reason:
        "A request must pass both: programs can’t sign in, and browsers send no token. Give them a route each.",
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
      reason: `The sender signs its requests, but it can’t ${login ? "sign in" : "bring a token"}: every webhook is refused.`,
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
      reason: "Mutual TLS of the edge asks every client for one, and few senders of webhooks have one.",
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
    reason:
      "TLS ends upstream, so the edge passes on what it can’t read. Let TLS end at the edge, or turn this off.",
    module: kind,
    field: "enabled",
    of: "owner",
  };
}

const everythingOff: Rule = ({ module, on }) => {
  const set = ACTING.filter((kind) => module(kind));
  const [first] = set;
  if (set.length < 2 || !first || set.some((kind) => on(kind))) return [];
  return [
    {
      severity: "warning",
      title: "Everything is off",
      reason: `${set.length} modules are set and none of them applies: requests pass as if there were none.`,
      module: first,
      field: "enabled",
      of: "owner",
    },
  ];
};

const noBackend: Rule = ({ module, on }) => {
  if (on("backend")) return [];
  const isSet = module("backend") !== null;
  return [
    {
      severity: "warning",
      title: isSet ? "The backend is off" : "No backend",
      reason: "Requests that pass all other modules have nowhere to go.",
      module: "backend",
      ...(isSet ? { field: "enabled" } : {}),
      of: "owner",
    },
  ];
};

const guardsOff: Rule = (facts) => {
  if (everythingOff(facts).length > 0) return [];
  return GUARDS.filter((kind) => facts.module(kind) && !facts.on(kind)).map((kind) => ({
    severity: "note",
    title: `${title(kind)} is off`,
    reason: "It is set but keeps nobody out. Turn it on or remove it.",
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
      title: "OPTIONS is let through",
      reason: `${title(kind)} passes OPTIONS without a login, and no response header allows a CORS origin here. Unless the upstream answers preflights itself, have both or neither.`,
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
];
export const EDGE_RULES: readonly Rule[] = [hiddenTraffic];
export const SHARED_RULES: readonly Rule[] = [...SETTING_RULES, everythingOff, guardsOff];
