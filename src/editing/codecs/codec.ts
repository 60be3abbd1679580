import type { Issue } from "#contract/error.ts";
import { sameJson } from "#forms/json.ts";
import { readNumber, writeNumber, type NumberKind } from "#forms/number-text.ts";
import { isRaw, rawOf, readJson } from "#forms/raw.ts";

/** What a control holds, read: the value to send (undefined = leave the field out), with the faults inside it; or why not. */
export type Read = { value: unknown; issues?: Issue[] } | { problem: string };

/** How a field's value becomes what its control holds, and back. */
export type Codec = {
  /** `undefined` = the field is absent. Must take any JSON: a service may have stored what the contract refuses. */
  toForm: (value: unknown) => unknown;
  /** `loaded` = what the field was made from, to keep what the control does not show of it. */
  toWire: (input: unknown, loaded?: unknown) => Read;
};

/**
 * What a control sends: what was loaded when it still shows that, else what it holds now. So for any JSON whatsoever, load
 * → form → request is the identity.
 */
export function writeBack(codec: Codec, input: unknown, loaded: unknown): Read {
  return sameJson(input, codec.toForm(loaded)) ? { value: loaded } : codec.toWire(input, loaded);
}

/** A value that `fits` does not take is held as JSON text and edited as such. null and absent always fit. */
export function orJson(fits: (value: unknown) => boolean, codec: Codec): Codec {
  const shows = (value: unknown) => value === undefined || value === null || fits(value);
  return {
    toForm: (value) => (shows(value) ? codec.toForm(value) : rawOf(value)),
    toWire: (input, loaded) => {
      if (isRaw(input)) return readJson(input.$json);
      return codec.toWire(input, shows(loaded) ? loaded : undefined);
    },
  };
}

/** A field that is left out of a new object until something is chosen. */
export function leftOut(codec: Codec): Codec {
  return { toForm: codec.toForm, toWire: (input, loaded) => writeBack(codec, input, loaded) };
}

/** A number, held as the text that was typed. `optional`: emptied means left out. */
export function numberCodec(kind: NumberKind, { optional = false } = {}): Codec {
  return {
    toForm: (value) => {
      if (typeof value === "number") return writeNumber(value);
      return value === undefined || value === null ? "" : JSON.stringify(value);
    },
    toWire: (input) => {
      const text = typeof input === "string" ? input : "";
      return optional && text.trim() === "" ? { value: undefined } : readNumber(text, kind);
    },
  };
}

/** `enabled`: on unless it says false (protocol-facts.md#conventions). Always sent for a new module. */
export const enabledCodec: Codec = orJson((value) => typeof value === "boolean", {
  toForm: (value) => value !== false,
  toWire: (input) => ({ value: input === true }),
});

/** On or off; `byDefault` is what absent and null mean. Left out of a new module until it is switched. */
export function flagCodec(byDefault: boolean): Codec {
  return orJson(
    (value) => typeof value === "boolean",
    leftOut({
      toForm: (value) => (typeof value === "boolean" ? value : byDefault),
      toWire: (input) => ({ value: input === true }),
    }),
  );
}

/**
 * A text, also one of some choices or the id of a resource. `empty` says what an emptied one sends: nothing, null, or the
 * empty text, as where the field is required and the contract says so.
 */
export function textCodec(empty: "absent" | "null" | "written" = "absent"): Codec {
  const emptied = { absent: undefined, null: null, written: "" }[empty];
  const codec: Codec = {
    toForm: (value) => (typeof value === "string" ? value : ""),
    toWire: (input) => ({ value: typeof input === "string" && input !== "" ? input : emptied }),
  };
  return orJson((value) => typeof value === "string", empty === "written" ? codec : leftOut(codec));
}

/** Any JSON, held as its text. Emptied means left out. */
export const jsonCodec: Codec = {
  toForm: (value) => (value === undefined ? "" : JSON.stringify(value, null, 2)),
  toWire: (input) => {
    const text = typeof input === "string" ? input : "";
    return text.trim() === "" ? { value: undefined } : readJson(text);
  },
};

/** What a form holds of a secret. Never the stored one: keep says nothing of it. */
type SecretInput = { mode: "keep" | "replace" | "clear"; text: string };

const KEPT: SecretInput = { mode: "keep", text: "" };

function isSecretInput(input: unknown): input is SecretInput {
  return typeof input === "object" && input !== null && "mode" in input && "text" in input;
}

/** A secret: kept as it was read (echoed or not), replaced by what was typed, or cleared with null (decisions/contract/secrets.md). */
export const secretCodec: Codec = {
  toForm: () => ({ ...KEPT }),
  toWire: (input, loaded) => {
    if (!isSecretInput(input) || input.mode === "keep") return { value: loaded };
    if (input.mode === "clear") return { value: null };
    return input.text === "" ? { problem: "Enter the new secret, or choose Keep." } : { value: input.text };
  },
};
