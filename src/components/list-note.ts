import { isAbsent } from "#api/errors.ts";

/** What a picker says of the list it chooses from: that it can't be had, is being read or is empty; else nothing. */
export function listNote(one: string, prefix: string, data: readonly unknown[] | undefined, error: unknown) {
  if (data) return data.length === 0 ? `No ${one} yet` : undefined;
  if (!error) return "Loading the list…";
  const what = isAbsent(error) ? "This service can’t list them" : "The list could not be loaded";
  return `${what}. Enter an ID that starts with ${prefix}`;
}

/** What a picker knows: what one is called, by which an ID begins, what there is to choose, unless that is not known; whether it creates one. */
type Known = {
  one: string;
  prefix: string;
  choices: readonly { label: string }[] | undefined;
  creates: boolean;
};

/** What can be done in a picker: "Choose one, or enter an ID that starts with ipp_". */
export function waysOf({ prefix, choices, creates }: Known): string {
  const other = choices?.length !== 0 ? "Choose one" : creates ? "Create it" : "";
  return `${other ? `${other}, or enter` : "Enter"} an ID that starts with ${prefix}`;
}

/** What to do with a text that is searched for, and is no ID. */
export function notAnId(text: string, known: Known): string {
  const called = (label: string) => label.toLowerCase() === text.toLowerCase();
  const isNone = known.choices?.every(({ label }) => !called(label)) === true;
  const says = isNone ? `No ${known.one} is called “${text}”` : `“${text}” is not an ID`;
  return `${says}. ${waysOf(known)}`;
}
