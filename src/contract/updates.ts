import * as z from "zod/mini";

/** Refuses an update in which none of `fields` is given (family-facts §2: 606, 1400, 1401). */
export function changesOneOf(fields: readonly string[]) {
  return z.check<{ [field: string]: unknown }>((ctx) => {
    if (fields.some((field) => ctx.value[field] !== undefined)) return;
    const message = `must change at least one of ${fields.join(", ")}`;
    ctx.issues.push({ code: "custom", input: undefined, path: [], message, continue: true });
  });
}
