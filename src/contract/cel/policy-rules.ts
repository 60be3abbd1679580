import type { parse } from "@bufbuild/cel";
import { isAction, mayStand, POLICY_ACTIONS, type PolicyPlace } from "#contract/modules/policy-actions.ts";
import { checkPolicy } from "./policy-check.ts";

/** A rule as it is stored, or as it stands in a form. */
export type PolicyRule = {
  expressions?: readonly string[] | null | undefined;
  actions?:
    | readonly { type: string; config?: Readonly<Record<string, unknown>> | null | undefined }[]
    | null
    | undefined;
};

/** A piece of a text with `${…}` in it: an expression, a field of the event (`${.conn.client_ip}`), or what is between them. */
export type TemplatePart = { text: string } | { expression: string } | { field: string };

/** The pieces of a text. `${1}` is none: a rewrite has it for a group. */
export function templateParts(text: string): TemplatePart[] {
  return text.split(/(\$\{[^}]*\})/).map((part): TemplatePart => {
    const [, inside] = /^\$\{(.*)\}$/s.exec(part) ?? [];
    if (inside === undefined || /^\d{1,2}$/.test(inside)) return { text: part };
    return inside.startsWith(".") ? { field: inside.slice(1) } : { expression: inside };
  });
}

/** A key of a rate limit as an expression; the first documents of the family have names of their own. */
export const bucketKey = (text: string): string =>
  ({ domain: "req.host", client_ip: "conn.client_ip" })[text] ??
  text.replace(/^req\.getHeader\((.*)\)$/, "getReqHeader($1)");

const WRONG_PLACE: Record<PolicyPlace, string> = {
  inbound: "works in outbound rules only",
  outbound: "works in inbound rules only",
  connection: "needs HTTP",
};

/** Why the edge can’t apply a rule: nobody gets in then. Empty where it can. Nothing is run. `read` = the library's parser. */
export function ruleFaults(
  read: typeof parse,
  { expressions, actions }: PolicyRule,
  place: PolicyPlace,
): string[] {
  const faultOf = (text: string, anyValue = false): string[] => {
    const checked = checkPolicy(read, text, place, anyValue);
    return "fault" in checked ? [checked.fault] : [];
  };
  const inTexts = (value: unknown): string[] => {
    if (typeof value === "object" && value !== null) return Object.values(value).flatMap(inTexts);
    if (typeof value !== "string") return [];
    return templateParts(value).flatMap((part) =>
      "expression" in part
        ? faultOf(part.expression, true).map((fault) => `\${${part.expression}} ${fault}`)
        : [],
    );
  };
  const ofAction = ({ type, config }: NonNullable<PolicyRule["actions"]>[number]): string[] => {
    if (!isAction(type)) return [`${type} is not an action`];
    if (!mayStand(type, place)) return [`${type} ${WRONG_PLACE[place]}`];
    const { error } = POLICY_ACTIONS[type].config.safeParse(config ?? {});
    if (error) return error.issues.map(({ path, message }) => `${[type, ...path].join(".")} ${message}`);
    const { bucket_key: keys = [], ...texts } = { ...config } as { bucket_key?: readonly string[] };
    return [
      ...(type === "rate-limit" ? (keys ?? []) : []).flatMap((key) =>
        faultOf(bucketKey(key), true).map((fault) => `rate-limit: ${key} ${fault}`),
      ),
      ...(type === "jwt-validation" ? [] : inTexts(texts).map((fault) => `${type}: ${fault}`)),
    ];
  };
  return [
    ...(expressions ?? []).flatMap((text, index) =>
      faultOf(text).map((fault) => `expression ${index + 1} ${fault}`),
    ),
    ...(actions ?? []).flatMap(ofAction),
  ];
}
