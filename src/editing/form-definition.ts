import type { Issue } from "#contract/error.ts";
import type { Together } from "#contract/modules/module-contract.ts";
import type { JsonObject, Path } from "#forms/json.ts";
import type { SecretPaths } from "./secret-values.ts";

/** The values of a form: one entry a field, under its wire name. */
export type FormValues = { [field: string]: unknown };

/** One field of a form. */
export type FormField = {
  /** Its name on the wire, which is also its name in the form. */
  name: string;
  label: string;
  /** Its value in words, for the lists of changes: "900 s = 15 min". */
  show: (value: unknown) => string;
  /** The same of a value inside it, `rest` being its path there; undefined = by the path's names, as JSON. */
  part?: (rest: Path) => { label: string; show: (value: unknown) => string } | undefined;
};

/** What a draft would send, and what is wrong with it. A field that can't be read holds what was typed. */
type Draft = { request: JsonObject; issues: Issue[] };

/** What a form that is saved with a check for conflicts needs to know of its resource. */
export type FormDefinition = {
  /** "Circuit breaker". */
  title: string;
  /** In the order the form shows them. */
  fields: readonly FormField[];
  /** What the form of a resource that is not set starts from. */
  defaults: JsonObject;
  toForm: (value: JsonObject) => FormValues;
  /**
   * What `form` would send. Every value it shows otherwise than `from` (what it was filled from; null = the defaults) is
   * read; all else is `from`'s own. It is checked as taking the place of `base`, which is `from` unless told (null =
   * nothing is there).
   */
  toDraft: (form: FormValues, from: JsonObject | null, base?: JsonObject | null) => Draft;
  /** What is wrong with a whole request in place of `base`. */
  check: (request: JsonObject, base: JsonObject | null) => Issue[];
  /** `value` with the names in it that mean the same as one of `like` written as there, so that both merge as one. */
  align?: ((value: JsonObject, like: JsonObject) => JsonObject) | undefined;
  /** Where its secrets are; never shown in words. */
  secrets: SecretPaths;
  /** What of it a merge takes from one side as a whole. */
  together?: readonly Together[];
};
