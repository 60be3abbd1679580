export type Direction = "inbound" | "outbound";

type KnownAction = {
  label: string;
  /** What it does, and the members of its config in the family, as advice (decisions/modules/policy-config.md). */
  says: string;
  /** A config to start from. */
  example: { [member: string]: unknown };
  outbound?: true;
};

/** The actions of the family (protocol-facts.md#policies): outbound rules only answer and log. */
const ACTIONS: { readonly [type: string]: KnownAction } = {
  "custom-response": {
    label: "Custom response",
    says: "Returns a fixed response. Config: status_code, content, headers.",
    example: { status_code: 200, content: "Hello", headers: { "content-type": "text/plain" } },
    outbound: true,
  },
  deny: {
    label: "Deny",
    says: "Refuses the request. Config: status_code, 403 by default.",
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
    says: "Adds a line to the traffic events. Config: metadata, a map.",
    example: { metadata: { reason: "…" } },
    outbound: true,
  },
  "rate-limit": {
    label: "Rate limit",
    says: "Limits how often clients can call. Config: name, algorithm, capacity, rate, bucket_key.",
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
    says: "Changes the path. Config: from, a regular expression, and to.",
    example: { from: "/old/(.*)", to: "/new/$1" },
  },
};

/** The actions that a direction may have, to choose from. Others can be typed. */
export function actionChoices(direction: Direction) {
  return Object.entries(ACTIONS)
    .filter(([, { outbound }]) => direction === "inbound" || outbound)
    .map(([value, { label }]) => ({ value, label }));
}

/** What is known of an action type, or null. */
export function actionOf(type: unknown): KnownAction | null {
  return typeof type === "string" && Object.hasOwn(ACTIONS, type) ? (ACTIONS[type] ?? null) : null;
}

/** Why an action may not work in a direction, or null. The service takes any name, so this is advice. */
export function actionWarning(type: unknown, direction: Direction): string | null {
  const known = actionOf(type);
  if (!known || direction === "inbound" || known.outbound) return null;
  return `${String(type)} works in inbound rules only.`;
}
