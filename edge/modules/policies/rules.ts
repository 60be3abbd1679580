import { parse } from "@bufbuild/cel";
import type { RE2JS } from "re2js";
import type { PolicyPlace } from "#contract/modules/policy-actions.ts";
import { bucketKey, ruleFaults } from "#contract/cel/policy-rules.ts";
import { type Evaluate, evaluateOf } from "#contract/cel/policy-runtime.ts";
import { policiesContract } from "#contract/modules/policies.ts";
import {
  isAction,
  POLICY_ACTIONS,
  type PolicyActionType,
  secondsOf,
} from "#contract/modules/policy-actions.ts";
import { isSecretName } from "../../events/redact.ts";
import { compiled, NotApplicable } from "../compiled.ts";
import { bytesOf, FIXED } from "../header-rules.ts";
import { patternOf } from "../pattern.ts";
import { RateLimit } from "./rate-limit.ts";
import { withoutSecrets } from "./secrets.ts";
import { filled, type Filling, type Template, templateOf } from "./template.ts";

type NamedTemplate = { name: string; value: Template };

export type Action =
  | { type: "answer"; status: number; content: Template; headers: NamedTemplate[] }
  | { type: "deny"; status: number }
  | { type: "jwt"; config: object }
  | { type: "log"; metadata: (filling: Filling) => object }
  | {
      type: "limit";
      name: string;
      of: (owner: string) => RateLimit;
      key: Evaluate[];
      /** The key’s expressions for people, and which of them may be secrets of visitors. */
      by: string[];
      hides: boolean[];
    }
  | { type: "rewrite"; from: RE2JS; to: Template }
  | { type: "add"; headers: NamedTemplate[] }
  | { type: "remove"; names: string[] };

/** `title` as people call it, `field` = that of its name, `shown` = its expressions for the trail. */
export type Rule = {
  title: string;
  field: string;
  shown: string[];
  expressions: Evaluate[];
  actions: Action[];
};

type Rules = { inbound: Rule[]; outbound: Rule[] };
type Side = "inbound" | "outbound";
type Stored = ReturnType<typeof rulesOf>[number];

const readyRules = (policies: Partial<Record<Side, unknown>>, side: Side, place: PolicyPlace) =>
  rulesOf((policies as Parameters<typeof policiesContract.toAnswer>[0])[side]).map((rule, index) =>
    ready(rule, index, side, place),
  );

/** One rule or a list of them as a list. */
function rulesOf(given: Parameters<typeof policiesContract.toAnswer>[0]["inbound"]) {
  return [given ?? []].flat();
}

/** Rules of HTTP, and of connections that are none, by what is stored: each made ready once. */
export const POLICIES = {
  http: compiled(policiesContract, (policies) =>
    held(() => ({
      inbound: readyRules(policies, "inbound", "inbound"),
      outbound: readyRules(policies, "outbound", "outbound"),
    })),
  ),
  connection: compiled(policiesContract, (policies) =>
    held(() => ({
      inbound: readyRules(policies, "inbound", "connection"),
      outbound: readyRules(policies, "outbound", "connection"),
    })),
  ),
};

/** What was made, or why it could not be: neither is done twice. */
function held(make: () => Rules): () => Rules {
  try {
    const made = make();
    return () => made;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function ready(rule: Stored, index: number, side: Side, place: PolicyPlace): Rule {
  const title = rule.name || `Rule ${index + 1}`;
  const [fault] = ruleFaults(parse, rule, place);
  if (fault !== undefined) throw new NotApplicable(`${title}: ${fault}`);
  const expressions = rule.expressions ?? [];
  return {
    title,
    field: `${side}.${index}.name`,
    shown: expressions.map(shownOf),
    expressions: expressions.map((text) => evaluateOf(text, place)),
    actions: (rule.actions ?? []).flatMap(({ type, config }) => {
      if (!isAction(type)) return [];
      return [ACTIONS[type](POLICY_ACTIONS[type].config.parse(config ?? {}) as never, place)];
    }),
  };
}

const SHOWN_MAX = 200;

/** An expression for people; one that names a secret may hold its value. */
function shownOf(text: string, index: number): string {
  const names = [...text.matchAll(/['"]([^'"]*)['"]/g)].map(([, quoted = ""]) => quoted);
  if (names.some(isSecretName)) return `expression ${index + 1}`;
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

/** Whether the value of an expression may be a secret, by the names in it. Better one too many: a key names who calls. */
const mayBeSecret = (text: string): boolean =>
  (text.match(/[A-Za-z][\w-]*/g) ?? []).some(
    (name) => isSecretName(name) || /key|cookie|session|token/i.test(name),
  );

type Configs = {
  [T in PolicyActionType]: NonNullable<ReturnType<(typeof POLICY_ACTIONS)[T]["config"]["parse"]>>;
};

const templates = (headers: Readonly<Record<string, string>>, place: PolicyPlace): NamedTemplate[] =>
  Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !FIXED.has(name))
    .map(([name, value]) => ({ name, value: templateOf(value, place, bytesOf) }));

const ACTIONS: { [T in PolicyActionType]: (config: Configs[T], place: PolicyPlace) => Action } = {
  "custom-response": ({ status_code, content, headers }, place) => ({
    type: "answer",
    status: status_code ?? 200,
    content: templateOf(content ?? "", place),
    headers: templates(headers ?? {}, place),
  }),
  deny: ({ status_code }) => ({ type: "deny", status: status_code ?? 403 }),
  "jwt-validation": (config) => ({ type: "jwt", config }),
  log: ({ metadata }, place) => {
    const fill = filler(withoutSecrets(metadata ?? {}), place);
    return { type: "log", metadata: (filling) => fill(filling) as object };
  },
  "rate-limit": ({ name, capacity, rate, bucket_key }) => ({
    type: "limit",
    name: name ?? "",
    of: limitOf(name ?? "", capacity, secondsOf(rate) ?? 0),
    key: (bucket_key ?? []).map((text) => evaluateOf(bucketKey(text), "inbound", true)),
    by: (bucket_key ?? []).map(shownOf),
    hides: (bucket_key ?? []).map(mayBeSecret),
  }),
  "url-rewrite": ({ from, to }, place) => ({
    type: "rewrite",
    from: patternOf(from),
    to: templateOf(to, place),
  }),
  "add-headers": ({ headers }, place) => ({ type: "add", headers: templates(headers, place) }),
  "remove-headers": ({ headers }) => ({
    type: "remove",
    names: headers.map((name) => name.toLowerCase()).filter((name) => !FIXED.has(name)),
  }),
};

/** A value with `${…}` in its texts. */
function filler(value: unknown, place: PolicyPlace): (filling: Filling) => unknown {
  if (typeof value === "string") {
    const template = templateOf(value, place);
    return (filling) => filled(template, filling);
  }
  if (typeof value !== "object" || value === null) return () => value;
  const inside = Object.entries(value).map(([key, one]) => [key, filler(one, place)] as const);
  return (filling) => {
    const made = inside.map(([key, fill]) => [key, fill(filling)] as const);
    return Array.isArray(value) ? made.map(([, one]) => one) : Object.fromEntries(made);
  };
}

/** Owners with the same policies have one module between them, and a limit each. */
function limitOf(name: string, capacity: number, seconds: number): (owner: string) => RateLimit {
  const byOwner = new Map<string, RateLimit>();
  return (owner) => {
    const limit = byOwner.get(owner) ?? new RateLimit(name, capacity, seconds);
    byOwner.set(owner, limit);
    return limit;
  };
}
