import { readNumber, writeNumber, type NumberKind } from "#forms/number-text.ts";

/** How a field's value becomes what its control holds, and back. */
export type Codec = {
  /** `undefined` = the field is absent. Must take any JSON: a service may have stored what the contract refuses. */
  toForm: (value: unknown) => unknown;
  toWire: (input: unknown) => { value: unknown } | { problem: string };
};

/** A number, held as the text that was typed. */
export function numberCodec(kind: NumberKind): Codec {
  return {
    toForm: (value) => {
      if (typeof value === "number") return writeNumber(value);
      return value === undefined || value === null ? "" : JSON.stringify(value);
    },
    toWire: (input) => readNumber(typeof input === "string" ? input : "", kind),
  };
}

/** `enabled`: on unless it says false (api.md, Conventions). */
export const enabledCodec: Codec = {
  toForm: (value) => value !== false,
  toWire: (input) => ({ value: input === true }),
};
