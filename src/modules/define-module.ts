import type { ComponentType } from "react";
import type * as z from "zod/mini";
import type { Issue } from "#contract/error.ts";
import { describeIssue } from "#contract/issues.ts";
import type { KnownModule } from "#contract/modules/contracts.ts";
import { issuesOf } from "#forms/issue-resolver.ts";
import { own, sameJson, type JsonObject } from "#forms/json.ts";
import type { Codec } from "./codecs.ts";

/** The values of a form: one entry a field, under its wire name. */
export type ModuleForm = { [field: string]: unknown };

/** One field of a form. */
type FormField = {
  /** Its name on the wire, which is also its name in the form. */
  name: string;
  label: string;
  /** Its value in words, for the lists of changes: "900 s = 15 min". */
  show: (value: unknown) => string;
};

/** One field of a module kind. */
export type ModuleField = FormField & { codec: Codec };

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
  toForm: (value: JsonObject) => ModuleForm;
  toDraft: (form: ModuleForm, base: JsonObject | null) => Draft;
};

/** What the console knows of one module kind. Written as two files and a line in registry.ts. */
export type ModuleDefinition = Omit<FormDefinition, "fields"> & {
  kind: KnownModule;
  /** One line on what it is for. */
  purpose: string;
  /** The value in one line, for the page of its route. */
  summary: (value: JsonObject) => string;
  fields: readonly ModuleField[];
  Fields: ComponentType;
};

type Parts = Omit<ModuleDefinition, "toForm" | "toDraft"> & {
  /** The contract of its PUT body; what it refuses is shown before anything is sent. */
  request: z.ZodMiniType;
};

/**
 * Makes a module kind from its fields. Load → form → request is the identity: a field that still shows what was loaded
 * sends what was loaded (nothing, when it was absent), and fields that the kind does not know are sent back as they came.
 */
export function defineModule({ request, ...parts }: Parts): ModuleDefinition {
  const { fields } = parts;
  return {
    ...parts,
    toForm: (value) =>
      Object.fromEntries(fields.map(({ name, codec }) => [name, codec.toForm(own(value, name))])),
    toDraft: (form, base) => {
      const draft = shape(fields, form, base);
      const unread = new Set(draft.issues.map(({ path }) => path[0]));
      const parsed = request.safeParse(draft.request, { error: describeIssue });
      const refused = parsed.success ? [] : issuesOf(parsed.error).filter(({ path }) => !unread.has(path[0]));
      return { request: draft.request, issues: [...draft.issues, ...refused] };
    },
  };
}

function shape(fields: readonly ModuleField[], form: ModuleForm, base: JsonObject | null): Draft {
  const issues: Issue[] = [];
  const values = new Map(Object.entries(base ?? {}));
  for (const { name, codec } of fields) {
    const input = form[name];
    const loaded = base === null ? undefined : own(base, name);
    if (base !== null && sameJson(input, codec.toForm(loaded))) continue;
    const read = codec.toWire(input);
    if ("problem" in read) issues.push({ path: [name], message: read.problem });
    values.set(name, "problem" in read ? input : read.value);
  }
  return { request: Object.fromEntries(values), issues };
}
