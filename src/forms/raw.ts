import { isJsonObject } from "./json.ts";

/** What a form holds in place of a value that the field's control can't show: the JSON text of it, to be edited as such. */
export type Raw = { $json: string };

/** Whether a form holds JSON text in place of a control's own value. */
export function isRaw(input: unknown): input is Raw {
  return isJsonObject(input) && Object.keys(input).length === 1 && typeof input["$json"] === "string";
}

/** The JSON text of a value that no control can show. */
export function rawOf(value: unknown): Raw {
  return { $json: JSON.stringify(value, null, 2) };
}

/** Reads JSON text that somebody typed. */
export function readJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    return { problem: `Invalid JSON.${why ? ` ${why}.` : ""}` };
  }
}
