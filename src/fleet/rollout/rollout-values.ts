import { ROLLOUT_BOUNDS, type RolloutCreate } from "#contract/rollouts/rollout.ts";
import { readNumber } from "#forms/number-text.ts";
import { formatCount } from "#ui/format.ts";

type Name = keyof typeof ROLLOUT_BOUNDS;

/** What was typed. */
export type Values = Record<Name | "halt_endpoint_id", string>;

export const DEFAULTS: Values = {
  canary: "1",
  batch_size: "10",
  at_once: "5",
  pause_seconds: "30 s",
  halt_failures: "",
  halt_percent: "10",
  halt_endpoint_id: "",
  halt_error_percent: "5",
};
/** One agent needs no stages. */
export const ALONE: Values = { ...DEFAULTS, canary: "0", pause_seconds: "0", halt_percent: "" };

const NAMES = Object.keys(ROLLOUT_BOUNDS) as Name[];
/** Those that may be left empty: there is no such bound. */
const OPTIONAL: ReadonlySet<Name> = new Set<Name>(["halt_failures", "halt_percent"]);

/** Whether a field takes a length of time. */
export const isDuration = (name: Name): boolean => name === "pause_seconds";

function read(name: Name, typed: string): number | null {
  const { value } = { value: undefined, ...readNumber(typed, isDuration(name) ? "seconds" : "integer") };
  const [least, most] = ROLLOUT_BOUNDS[name];
  return value !== undefined && value >= least && value <= most ? value : null;
}

/** What counts of what was typed: the errors of a URL only where one is watched. */
const counted = (values: Values): Name[] =>
  NAMES.filter(
    (name) =>
      !(name === "halt_error_percent" && values.halt_endpoint_id === "") &&
      !(OPTIONAL.has(name) && values[name].trim() === ""),
  );

/** What is wrong with each field, in words. */
export function faultsOf(values: Values): Partial<Record<Name, string>> {
  const wrong = counted(values).filter((name) => read(name, values[name]) === null);
  return Object.fromEntries(wrong.map((name) => [name, wanted(name)]));
}

function wanted(name: Name): string {
  if (isDuration(name)) return "Enter a duration up to 24 h. Example: 15 min";
  const [least, most] = ROLLOUT_BOUNDS[name];
  return `Enter a whole number from ${least} to ${formatCount(most)}.`;
}

/** What was entered, without faults. */
export function given(values: Values): Partial<RolloutCreate> {
  const numbers = counted(values).map((name) => [name, read(name, values[name])] as const);
  const endpoint = values.halt_endpoint_id;
  return { ...Object.fromEntries(numbers), ...(endpoint === "" ? {} : { halt_endpoint_id: endpoint }) };
}
