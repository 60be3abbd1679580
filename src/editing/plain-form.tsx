import { useWatch } from "react-hook-form";
import { CopyAs } from "#components/copy-as.tsx";
import type { Issue } from "#contract/error.ts";
import { jsonText, sameJson, type JsonObject } from "#forms/json.ts";
import type { Collection } from "#resources/resource.ts";
import { useWrites } from "#resources/writes.ts";
import type { CheckedWrites } from "./checked-writes.ts";
import type { FormDefinition, FormField } from "./form-definition.ts";

const textInWords = (value: unknown) =>
  value === "" ? "empty" : typeof value === "string" ? value : jsonText(value);

/** The form of a resource whose fields are texts, edited as they stand; nothing written is an empty text. */
export function plainDefinition(of: {
  title: string;
  /** Wire name → label, in the order of the form. */
  labels: Readonly<Record<string, string>>;
  check: (request: JsonObject, base: JsonObject | null) => Issue[];
  show?: FormField["show"];
  /** What the form would send; its values as they are when left out. */
  requestOf?: (form: JsonObject) => JsonObject;
}): FormDefinition {
  const { title, labels, check, show = textInWords, requestOf = (form) => ({ ...form }) } = of;
  return {
    title,
    fields: Object.entries(labels).map(([name, label]) => ({ name, label, show })),
    defaults: Object.fromEntries(Object.keys(labels).map((name) => [name, ""])),
    toForm: (value) => ({ ...value }),
    toDraft: (form, from) => {
      const request = requestOf(form);
      return { request, issues: check(request, from) };
    },
    check,
    secrets: [],
  };
}

/** The request that makes `to` out of `from`: only what differs. */
export function changesOf(from: JsonObject, to: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(to).filter(([name, value]) => !sameJson(from[name], value)));
}

/** Reads one of a collection past the cache, and writes only what differs from what was read. `editableOf` is what its form edits. */
export function usePlainWrites<T extends { id: string }, Made extends T, Create>(
  of: Collection<T, Made, Create, JsonObject>,
  id: string,
  editableOf: (read: T) => JsonObject,
): CheckedWrites {
  const { read, update } = useWrites(of);
  return {
    read: async () => editableOf(await read(id)),
    write: async (value, over) => editableOf(await update(id, changesOf(over ?? {}, value ?? {}))),
  };
}

/** In the form: the request of what was edited, to take along. `path` is that of the resource, `latest` what it has now. */
export function PendingChange(props: { definition: FormDefinition; path: string; latest: JsonObject }) {
  const { definition, path, latest } = props;
  const { request } = definition.toDraft(useWatch<JsonObject>(), null);
  const body = changesOf(latest, request);
  if (Object.keys(body).length === 0) return null;
  return (
    <div>
      <CopyAs label="Copy this change as" request={{ method: "PATCH", path, body }} json={body} />
    </div>
  );
}
