import * as z from "zod/mini";
import type { ErrorName } from "./error.ts";

/** Refuses an update in which none of `fields` is given or all are null, with the family's code for it (protocol-facts.md#updates). */
export function changesOneOf(fields: readonly string[], problem: ErrorName) {
  return z.check<{ [field: string]: unknown }>((ctx) => {
    // What is wrong already says more than that nothing is right.
    if (ctx.issues.length > 0) return;
    if (fields.some((field) => (ctx.value[field] ?? null) !== null)) return;
    const message = `must change at least one of ${fields.join(", ")}`;
    const params = { problem };
    ctx.issues.push({ code: "custom", input: undefined, path: [], message, continue: true, params });
  });
}
