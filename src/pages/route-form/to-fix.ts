import type { FieldValues } from "react-hook-form";
import { leavesOf, type FormField } from "#forms/field-names.ts";
import { isJsonObject, own } from "#forms/json.ts";
import { counted } from "#ui/format.ts";

const OWN = new Set(["type", "types", "message", "ref", "root"]);

/** How many fields have an error, at any depth: a module in which three are wrong is three to fix. */
export function countErrors(errors: unknown): number {
  if (Array.isArray(errors)) return errors.reduce<number>((sum, one) => sum + countErrors(one), 0);
  if (!isJsonObject(errors)) return 0;
  const isError = typeof own(errors, "type") === "string";
  const nested = Object.entries(errors).filter(([name]) => !isError || !OWN.has(name));
  return nested.reduce((sum, [, one]) => sum + countErrors(one), isError ? 1 : 0);
}

/** "3 fields to fix: Match, JWT validation (Issuers)": each field that is wrong counts, named with the part that it stands in. */
export function toFix(
  errors: FieldValues,
  parts: readonly { name: string; label: string; fields?: readonly FormField[] }[],
): string | undefined {
  const wrong = parts.filter(({ name }) => Object.hasOwn(errors, name));
  const count = wrong.reduce((sum, { name }) => sum + countErrors(errors[name]), 0);
  if (count === 0) return undefined;
  const named = wrong.map(({ name, label, fields = [] }) => {
    const faults: unknown = errors[name];
    const inside = isJsonObject(faults) ? new Set(fields.flatMap((field) => leavesOf(faults, field))) : [];
    const names = [...inside].join(", ");
    return names === "" ? label : `${label} (${names})`;
  });
  return `${counted(count, "field")} to fix: ${named.join(", ")}`;
}
