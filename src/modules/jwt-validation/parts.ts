import { jsonText, isJsonObject, type Path } from "#forms/json.ts";
import { numbered } from "../kit/numbered.ts";
import { showPart } from "../kit/show.ts";
import { describePlace, rulesOf } from "./rules.ts";

const MEMBERS: Readonly<Record<string, string>> = {
  type: "Type",
  method: "Method",
  name: "Name",
  prefix: "Prefix",
};

const joined = (texts: readonly string[], value: unknown) =>
  texts.length > 0
    ? texts.join(", ")
    : (value ?? null) === null || (Array.isArray(value) && value.length === 0)
      ? "none"
      : jsonText(value);

const showTokens = (value: unknown) =>
  joined(
    rulesOf({ http: { tokens: value } }).places.map((place) => `${describePlace(place)}, ${place.type}`),
    value,
  );

/**
 * A part of a field of jwt_validation, as its control calls it and in words; undefined for what no control shows. A token
 * is told by its number, also where it stands alone.
 */
export function jwtPart(field: string, rest: Path) {
  const [first, ...more] = rest;
  if (field === "http" && first === "tokens") return tokenPart(more);
  if ((field === "issuer" || field === "audience") && first === "allow_list") {
    const show = (value: unknown) => {
      const { issuers, audiences } = rulesOf({ [field]: { allow_list: value } });
      return joined([...issuers, ...audiences], value);
    };
    return { label: field === "issuer" ? "Issuers" : "Audiences", show };
  }
  if (field !== "jws") return undefined;
  if (first === "allowed_algorithms") return { label: "Algorithms", show: showPart };
  return rest.slice(0, 3).join(".") === "keys.sources.additional_jkus"
    ? { label: "Key URLs", show: showPart }
    : undefined;
}

function tokenPart(rest: Path) {
  const [token, below] = numbered("Token", rest);
  if (below.length === 0) {
    const show = (value: unknown) => showTokens(isJsonObject(value) ? [value] : value);
    return { label: rest.length === 0 ? "Tokens" : token, show };
  }
  const member = MEMBERS[String(below[0])];
  return member === undefined ? undefined : { label: `${token}: ${member}`, show: showPart };
}
