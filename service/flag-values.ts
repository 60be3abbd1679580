import * as z from "zod/mini";

/** A whole number with bounds. */
export function whole(min: number, max: number) {
  const number = z.string().check(
    z.refine((text) => /^\d{1,7}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: ({ input }) => `must be a whole number from ${min} to ${max}, not "${String(input)}"`,
    }),
  );
  return z.pipe(number, z.transform(Number));
}

export const someText = z.string().check(z.regex(/\S/, "needs a value"));
