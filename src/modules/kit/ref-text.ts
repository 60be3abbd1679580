import { own, valueAt, type JsonObject } from "#forms/json.ts";
import { counted } from "#ui/format.ts";

/** "2 IP policies: ipp_a, ipp_b" of an answer's list of Refs. */
export function refsSummary(value: JsonObject, field: string, noun: { one: string; many: string }): string {
  const refs = own(value, field);
  const ids = (Array.isArray(refs) ? (refs as unknown[]) : [])
    .map((ref) => valueAt(ref, ["id"]))
    .filter((id) => typeof id === "string");
  if (ids.length === 0) return `Names no ${noun.one}`;
  return `${counted(ids.length, noun.one, noun.many)}: ${ids.join(", ")}`;
}
