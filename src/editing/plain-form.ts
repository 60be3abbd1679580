import type { Issue } from "#contract/error.ts";
import { jsonText, sameJson, type JsonObject } from "#forms/json.ts";
import type { FormDefinition, FormField } from "./form-definition.ts";

type Shown = (value: unknown) => string;
/** A value in a list of changes, as JSON. */
export const asJson: Shown = (value) => (value === "" ? "empty" : jsonText(value));
/** A text in a list of changes without the quotes of JSON. */
export const asText: Shown = (value) => (typeof value === "string" && value !== "" ? value : asJson(value));

/** The form of an object whose fields are edited as they are on the wire, for the save that checks for conflicts. */
export function plainForm<V extends JsonObject>(of: {
  title: string;
  /** Every field with its label, in the order of the form. */
  labels: { readonly [Name in keyof V]: string };
  /** What stands for a field that nothing is written in. */
  empty: V;
  show?: Shown;
  /** The same of single fields, and of their parts. */
  shows?: { readonly [Name in keyof V]?: Pick<FormField, "show" | "part"> };
  /** What is wrong with a request; `changes` is what of it differs from what is there. */
  check: (request: JsonObject, changes: JsonObject) => Issue[];
  /** What is wrong with what was typed that a request does not show. */
  faultsIn?: (form: JsonObject) => Issue[];
  /** What the form holds of an object, where that is not held as it is. */
  fill?: (value: JsonObject) => JsonObject;
  /** The request for what was typed, where that is not sent as it is; `from` is what the form was filled from. */
  read?: (form: JsonObject, from: JsonObject | null) => JsonObject;
}) {
  const names = Object.keys(of.labels);
  const changed = (from: JsonObject, to: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(to).filter(([name, value]) => !sameJson(from[name], value)));
  const check = (request: JsonObject, base: JsonObject | null) =>
    of.check(request, changed(base ?? {}, request));
  const toForm = (value: JsonObject) => ({ ...(of.fill?.(value) ?? value) });
  const definition: FormDefinition = {
    title: of.title,
    fields: names.map((name) => ({
      name,
      label: of.labels[name] ?? name,
      show: of.show ?? asJson,
      ...of.shows?.[name],
    })),
    defaults: toForm(of.empty),
    toForm,
    toDraft: (form, from, base = from) => {
      const request = of.read?.(form, from) ?? { ...form };
      return { request, issues: [...check(request, base), ...(of.faultsIn?.(form) ?? [])] };
    },
    check,
    secrets: [],
  };
  return {
    definition,
    /** What of an object it edits: nothing written is an empty text or list. */
    editableOf: (object: JsonObject): V =>
      Object.fromEntries(names.map((name) => [name, object[name] ?? of.empty[name]])) as V,
    /** The request that makes `to` out of `from`: only what differs. */
    changesOf: (from: JsonObject, to: JsonObject) => changed(from, to) as Partial<V>,
  };
}

export type PlainForm<V extends JsonObject> = ReturnType<typeof plainForm<V>>;
