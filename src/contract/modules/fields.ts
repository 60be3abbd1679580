import * as z from "zod/mini";
import { byteText } from "../common.ts";
import { isLoopback } from "../loopback.ts";

/** Whether the module applies to traffic; true when left out (protocol-facts.md#conventions). */
export const Enabled = z.optional(z.boolean());
/** The same as read: a service may leave it out, or say null, where it is on. */
export const EnabledAnswer = z.nullish(z.boolean());

/** A text that is not empty and at most `max` bytes. `empty` is said where there is none. */
export function filledText(max: number, empty?: string) {
  return byteText(max, empty).check(z.minLength(1, { error: empty ?? "must not be empty", abort: true }));
}

/** Refuses the second of two entries with one key, at the second's path. The key is the entry's JSON unless told. */
export function distinct<T>(keyOf: (entry: T) => string = (entry) => JSON.stringify(entry)) {
  return z.check<T[]>((ctx) => {
    const first = new Map<string, number>();
    ctx.value.forEach((entry, i) => {
      const key = keyOf(entry);
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, i);
      else {
        const message = `is the same as entry ${earlier + 1}. Remove one of them`;
        ctx.issues.push({ code: "custom", input: ctx.value, path: [i], message, continue: true });
      }
    });
  });
}

/** A list without repeats that may be left out or null, which both mean empty. */
export function optionalList<T extends z.ZodMiniType>(entry: T) {
  return z.nullish(z.array(entry).check(distinct()));
}

/**
 * One object, or a list of them: some services flatten a list (decisions/contract/one-or-list.md). What was given is
 * kept in its shape. A list must hold at least one entry and no repeats.
 */
export function oneOrMany<T extends z.ZodMiniType>(
  entry: T,
  empty: string,
  keyOf?: (entry: z.output<T>) => string,
) {
  return z.union([entry, z.array(entry).check(z.minLength(1, empty), distinct(keyOf))]);
}

/** The longest client ID of OAuth and OpenID Connect. */
export const CLIENT_ID_MAX_BYTES = 1024;

/** The longest URL. */
export const URL_MAX_BYTES = 2048;

/**
 * An absolute URL with a host and without user, password or fragment; https only when `secure`, but for the machine itself.
 * `empty` is said where there is none. Its fault asks for https in either case: over http anyone can answer.
 */
export function webUrl({
  secure,
  empty,
  example = "https://login.example.com",
}: {
  secure: boolean;
  empty?: string;
  example?: string;
}) {
  const local = secure ? " (http only for localhost)" : "";
  return filledText(URL_MAX_BYTES, empty).check(
    z.refine(
      (text) => {
        if (!/^https?:\/\/[^\s]+$/.test(text) || !URL.canParse(text)) return false;
        const { protocol, hostname } = new URL(text);
        return !secure || protocol === "https:" || isLoopback(hostname);
      },
      { error: `must be an https URL${local}. Example: ${example}`, abort: true },
    ),
    z.refine((text) => {
      const { username, password, hash } = new URL(text);
      return username + password + hash === "";
    }, `can’t contain a user name, password or #. Example: ${example}`),
  );
}
