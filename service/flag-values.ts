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

/** A number of days up to ten years; null for off. */
export const keepDays = z.pipe(
  z.string().check(
    z.refine(
      (text) => text === "off" || (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 3650),
      {
        error: ({ input }) => `must be a number of days from 1 to 3650, or off, not "${String(input)}"`,
      },
    ),
  ),
  z.transform((text) => (text === "off" ? null : Number(text))),
);

export const someText = z.string().check(z.regex(/\S/, "needs a value"));
