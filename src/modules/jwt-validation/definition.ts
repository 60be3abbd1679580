import { jwtValidationContract } from "#contract/modules/jwt-validation.ts";
import { jsonText, type JsonObject } from "#forms/json.ts";
import { defineModule, type ModuleField } from "../define-module.ts";
import { UNKNOWN_SHAPE } from "../kit/show.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { JWT_CODECS } from "./codecs.ts";
import { jwtPart } from "./parts.ts";
import { describePlace, rulesOf, type JwtRules } from "./rules.ts";

/** A field in words, by what the tester reads of it; what it reads nothing of is shown as JSON, an empty list as none. */
const field = (
  name: keyof typeof JWT_CODECS,
  label: string,
  texts: (rules: JwtRules) => string[],
): ModuleField => ({
  name,
  label,
  codec: JWT_CODECS[name],
  part: (rest) => jwtPart(name, rest),
  show: (value) =>
    texts(rulesOf({ [name]: value })).join(", ") || (isBlank(value) ? "none" : jsonText(value)),
});

/** Whether there is nothing in a value but lists and objects. */
function isBlank(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).every(isBlank);
}

/** JWT validation of an HTTPS edge route (api.md#jwt_validation). */
export const jwtValidation = defineModule({
  contract: jwtValidationContract,
  switch: { on: "requests need a valid token" },
  defaults: {
    http: { tokens: { type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " } },
  },
  Fields: lazyExport(() => import("./fields.tsx"), "JwtValidationFields"),
  fields: [
    field("http", "Token location", ({ places }) => places.map(describePlace)),
    field("issuer", "Issuers", ({ issuers }) => issuers),
    field("audience", "Audiences", ({ audiences }) => audiences),
    field("jws", "Signature", ({ algorithms, keyUrls }) => [...algorithms, ...keyUrls]),
  ],
  summary,
});

function summary(value: JsonObject): string {
  const { issuers, audiences, places, algorithms } = rulesOf(value);
  const [issuer] = issuers;
  if (issuer === undefined || places.length === 0) return UNKNOWN_SHAPE;
  const more = issuers.length > 1 ? ` or ${issuers.length - 1} more` : "";
  const where = places.map(describePlace).join(", ");
  const signed =
    algorithms.length > 0 ? `signed with ${algorithms.join(" or ")}` : "with no algorithm allowed";
  return `Needs a token from ${issuer}${more} in ${where}, for ${audiences.join(" or ")}, ${signed}`;
}
