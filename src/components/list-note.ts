import { isAbsent } from "#api/errors.ts";

/** What a picker says of the list it chooses from: that it can't be had, is being read or is empty; else nothing. */
export function listNote(one: string, prefix: string, data: readonly unknown[] | undefined, error: unknown) {
  if (data) return data.length === 0 ? `No ${one} yet` : undefined;
  if (!error) return "Loading the list…";
  const what = isAbsent(error) ? "This service can’t list them" : "The list could not be loaded";
  return `${what}. Enter an ID that starts with ${prefix}`;
}

/** What to do with a text that is searched for, and is no ID. */
export const notAnId = (text: string, prefix: string) =>
  `“${text}” is not an ID. Choose one, or enter an ID that starts with ${prefix}`;
