// What every answer has: times, refs, pages. Apart from what requests have, since every page of the console loads it.
import * as z from "zod/mini";

const RFC_3339 =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** A time in RFC 3339 (protocol-facts.md#conventions). */
export const Timestamp = z
  .string()
  .check(
    z.regex(RFC_3339, "must be a time in RFC 3339. Example: 2026-11-22T08:00:00Z"),
    z.describe("A time in RFC 3339."),
  );

/** Points at another resource (protocol-facts.md#conventions). Unknown fields are kept. */
export const Ref = z.looseObject({ id: z.string(), uri: z.string() });
export type Ref = z.infer<typeof Ref>;

/** The page of a list: its collection under `key`, its own uri, and where the next page is (protocol-facts.md#conventions). */
export function listOf<K extends string, T extends z.ZodMiniType>(key: K, item: T) {
  const collection = { [key]: z.array(item) } as Record<K, z.ZodMiniArray<T>>;
  return z.looseObject({ ...collection, uri: z.string(), next_page_uri: z.nullable(z.string()) });
}
