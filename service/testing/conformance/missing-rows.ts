import * as z from "zod/mini";
import type { ModuleContract } from "#contract/modules/module-contract.ts";
import { type Bounds, fieldsOf } from "./bound.ts";

type Numbers = { minimum?: number; maximum?: number; exclusiveMinimum?: number; anyOf?: Numbers[] };

/** The bounds of a field that holds one number. */
function numbersOf(schema: Numbers): Numbers {
  return schema.anyOf?.find((one) => "minimum" in one || "maximum" in one) ?? schema;
}

/** What the rows of a kind leave out: a field that none refuses, an end of a number's range, a rule across fields. */
export function missingRows({ name, request, example }: ModuleContract, bounds: Bounds = {}): string[] {
  const refuses = bounds.refuses ?? [];
  const { properties = {} } = z.toJSONSchema(request, { io: "input", unrepresentable: "any" }) as {
    properties?: Record<string, Numbers>;
  };
  const valuesOf = (field: string) =>
    refuses.flatMap(([, change]) => {
      const value = (change as Record<string, unknown>)[field];
      return typeof value === "number" ? [value] : [];
    });
  const fields = fieldsOf(request).filter((field) => field !== "enabled");
  const bare = fields.filter((field) => !refuses.some(([, , path]) => path.split(".")[0] === field));
  const ends = fields.flatMap((field) => {
    const { minimum, maximum } = numbersOf(properties[field] ?? {});
    const beyond = (end: number | undefined, isBeyond: (value: number, end: number) => boolean) =>
      end === undefined ||
      Math.abs(end) >= Number.MAX_SAFE_INTEGER ||
      valuesOf(field).some((value) => isBeyond(value, end));
    return [
      ...(beyond(minimum, (value, end) => value < end) ? [] : [`${field} below ${minimum}`]),
      ...(beyond(maximum, (value, end) => value > end) ? [] : [`${field} above ${maximum}`]),
    ];
  });
  return [...bare, ...ends, ...rulesWithoutRow(request, example, bounds)].map((what) => `${name}: ${what}`);
}

/** The rules of the whole request that no row breaks alone: told by their number. */
function rulesWithoutRow(request: z.ZodMiniType, example: unknown, { refuses = [] }: Bounds): string[] {
  if (!(request instanceof z.ZodMiniObject)) return [];
  const { checks = [], ...def } = request.def;
  const fieldsAlone = new z.ZodMiniObject(def);
  const bodies = refuses
    .map(([, change]) => ({ ...(example as object), ...change }))
    .filter((body) => fieldsAlone.safeParse(body).success);
  return checks.flatMap((check, index) => {
    const alone = new z.ZodMiniObject({ ...def, checks: [check] });
    return bodies.some((body) => !alone.safeParse(body).success)
      ? []
      : [`rule ${index + 1} across its fields`];
  });
}
