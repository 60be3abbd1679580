import type { Fault, FieldControl } from "./use-field.ts";

/** What a list of texts is shown from. */
export type ListParts = {
  control: FieldControl;
  label: string;
  one: string;
  placeholder: string | undefined;
  mono: boolean;
  /** The entries of a text as they are sent; without it lines part them, and of chips commas. */
  split: ((text: string) => string[]) | undefined;
};

/** The entries a form holds. */
export function entriesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((entry) => (typeof entry === "string" ? entry : "")) : [];
}

/** Which entry a fault is at; undefined for one of the list itself. What is below no position is in the only entry, sent without a list. */
export function entryAt([first]: Fault["at"] = []): number | undefined {
  return typeof first === "string" ? 0 : first;
}

/** The entries that have a fault. */
export function faultyAt({ faults }: FieldControl): Set<number | undefined> {
  return new Set(faults.map(({ at }) => entryAt(at)));
}
