import type { FieldControl } from "./use-field.ts";

/** What a list of texts is shown from. */
export type ListParts = {
  control: FieldControl;
  label: string;
  one: string;
  placeholder: string | undefined;
  mono: boolean;
};

/** The entries a form holds. */
export function entriesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((entry) => (typeof entry === "string" ? entry : "")) : [];
}

/** The list positions that have a fault. */
export function faultyAt({ faults }: FieldControl): Set<unknown> {
  return new Set(faults.map(({ at }) => at[0]));
}
