import { jsonText } from "#forms/json.ts";
import { formatDuration } from "#ui/duration.ts";
import { formatCount } from "#ui/format.ts";

/** Said of a module whose answer has none of the fields that its summary is made of. */
export const UNKNOWN_SHAPE = "Set, in a format this console doesn’t know";

/** On or off; on unless it says false, as `enabled` is. */
export const onOff = (value: unknown) => (value === false ? "off" : "on");

/** On or off, where absent is neither. */
export const showFlag = (value: unknown) => (typeof value === "boolean" ? onOff(value) : jsonText(value));

/** A text, or what an empty one means. */
export const showText =
  (empty = "none") =>
  (value: unknown) =>
    value === "" ? empty : jsonText(value);

/** Seconds, and what they are in larger units: "43,200 s = 12 h"; `zero` is what 0 means. */
export const showSeconds = (zero?: string) => (value: unknown) => {
  if (typeof value !== "number") return jsonText(value);
  const meaning = value === 0 ? zero : value >= 60 ? formatDuration(value) : undefined;
  return `${formatCount(value)} s${meaning === undefined ? "" : ` = ${meaning}`}`;
};

/** A list of texts, or what an empty one means. */
export const showList =
  (separator = ", ", empty = "none") =>
  (value: unknown) => {
    if (!Array.isArray(value)) return jsonText(value);
    return value.length > 0 ? value.map(jsonText).join(separator) : empty;
  };

/** A text or a list of texts inside a field: "none" where nothing is there. */
export const showPart = (value: unknown) => (value === null || value === "" ? "none" : showList()(value));

/** That there is a secret, never the secret. */
export const showSecret = (value: unknown) =>
  typeof value === "string" && value !== "" ? "a secret, not shown" : "none";
