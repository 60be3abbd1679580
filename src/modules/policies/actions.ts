import {
  isAction,
  mayStand,
  type PolicyActionType,
  type PolicyPlace,
} from "#contract/modules/policy-actions.ts";

type KnownAction = {
  label: string;
  /** What it does, and the members of its config in the family, as advice (decisions/modules/policy-config.md). */
  says: string;
  /** A config to start from. */
  example: { [member: string]: unknown };
};

/** What the form says of each action that the edge has. */
const ACTIONS: { readonly [T in PolicyActionType]: KnownAction } = {
  "custom-response": {
    label: "Custom response",
    says: "Returns a fixed response. Config: status_code, content, headers.",
    example: { status_code: 200, content: "Hello", headers: { "content-type": "text/plain" } },
  },
  deny: {
    label: "Deny",
    says: "Denies access. Config: status_code, 403 by default.",
    example: { status_code: 403 },
  },
  "jwt-validation": {
    label: "JWT validation",
    says: "Requires a valid token. Config: issuer, audience, http, jws.",
    example: {
      issuer: { allow_list: [{ value: "https://login.example.com" }] },
      audience: { allow_list: [{ value: "https://api.example.com" }] },
      http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
      jws: {
        allowed_algorithms: ["RS256"],
        keys: { sources: { additional_jkus: ["https://login.example.com/.well-known/jwks.json"] } },
      },
    },
  },
  log: {
    label: "Log",
    says: "Adds metadata to the traffic event. Config: metadata, a map.",
    example: { metadata: { reason: "…" } },
  },
  "rate-limit": {
    label: "Rate limit",
    says: "Limits requests or connections. Config: name, algorithm, capacity, rate, bucket_key.",
    example: {
      name: "Per client",
      algorithm: "sliding_window",
      capacity: 30,
      rate: "60s",
      bucket_key: ["conn.ClientIP"],
    },
  },
  "url-rewrite": {
    label: "URL rewrite",
    says: "Changes path and query. Config: from, a regular expression, and to.",
    example: { from: "/old/(.*)", to: "/new/$1" },
  },
  "add-headers": {
    label: "Add headers",
    says: "Adds headers to the request, or to the response in outbound rules. Config: headers, a map.",
    example: { headers: { "x-client-ip": "${conn.client_ip}" } },
  },
  "remove-headers": {
    label: "Remove headers",
    says: "Removes headers from the request, or from the response in outbound rules. Config: headers, a list.",
    example: { headers: ["x-debug"] },
  },
};

/** The actions that rules of a place may have, to choose from. Others can be typed. */
export function actionChoices(place: PolicyPlace) {
  return Object.entries(ACTIONS)
    .filter(([type]) => isAction(type) && mayStand(type, place))
    .map(([value, { label }]) => ({ value, label }));
}

/** What is known of an action type, or null. */
export function actionOf(type: unknown): KnownAction | null {
  return typeof type === "string" && isAction(type) ? ACTIONS[type] : null;
}

/** Why an action may not work in rules of a place, or null. The service takes any name, so this is advice. */
export function actionWarning(type: unknown, place: PolicyPlace): string | null {
  if (typeof type !== "string" || !isAction(type) || mayStand(type, place)) return null;
  if (place === "connection") return `${type} works on routes only.`;
  return `${type} works in ${place === "outbound" ? "inbound" : "outbound"} rules only.`;
}
