import type { ComponentType } from "react";
import type { Issue } from "#contract/error.ts";
import { parse } from "#contract/issues.ts";
import type { ModuleContract, SecretField } from "#contract/modules/module-contract.ts";
import { assumeSecrets, mergeSecrets, secretPaths } from "#contract/modules/secrets.ts";
import { isJsonObject, overlaps, own, sameJson, valueAt, type JsonObject, type Path } from "#forms/json.ts";
import { enabledCodec, type Codec } from "#editing/codecs/codec.ts";
import { formOf, writeMembers } from "#editing/codecs/nested.ts";
import type { FormDefinition, FormField } from "#editing/form-definition.ts";
import { movedSecrets } from "#editing/lost-secrets.ts";
import { onOff } from "./kit/show.ts";

/** One field of a module kind. */
export type ModuleField = FormField & { codec: Codec };

/** The part of a contract that the console needs; its exact types don't matter. */
type FormContract = Pick<
  ModuleContract,
  "kind" | "name" | "names" | "owners" | "title" | "purpose" | "request" | "answer" | "secrets" | "together"
> & { toRequest: (answer: never) => JsonObject; toAnswer: (request: never) => unknown };

/** What the switch for `enabled` says: "On: …", "Off: …". */
type Switch = { on: string; off?: string; hint?: string };

/** What the console knows of one module kind beside its contract. Written as two files and a line in registry.ts. */
export type ModuleDefinition = Omit<FormDefinition, "fields"> &
  Pick<FormContract, "kind" | "name" | "owners" | "title" | "purpose"> & {
    contract: FormContract;
    switch: Switch;
    /** The answered value in one line, for the page of its owner. */
    summary: (value: JsonObject) => string;
    /** To whom of those with an account a login is limited: "2 teams"; undefined = to none. */
    limit?: ((value: JsonObject) => string | undefined) | undefined;
    fields: readonly ModuleField[];
    /** The controls of its fields but `enabled`, inside a form whose values are those of `toForm`. Lazy. */
    Fields?: ComponentType | undefined;
  };

type Parts = Pick<ModuleDefinition, "switch" | "summary" | "limit" | "align" | "Fields"> & {
  /** What its request refuses is shown before anything is sent. */
  contract: FormContract;
  /** All but `enabled`. */
  fields: readonly ModuleField[];
  /** Of a module that is not set, but `enabled`. */
  defaults?: JsonObject;
};

const ENABLED: ModuleField = {
  name: "enabled",
  label: "Apply to traffic",
  codec: enabledCodec,
  show: onOff,
};

/** A secret merges with what it belongs to. */
const withItsSecret = ({ path, of }: SecretField) => ({
  at: path.slice(0, -1),
  fields: [...of, ...path.slice(-1)],
});

const MOVED = "Enter the secret again: the stored one belongs to another provider or client";

const UNCHOSEN = "is required. Select one or enter its ID";

/**
 * Makes a module kind from its fields. A form holds the module as a request (`contract.toRequest` of what was answered).
 * Load → form → request is the identity: a field that still shows what was loaded sends what was loaded (nothing, when
 * it was absent), and fields that the kind does not know are sent back as they came.
 */
export function defineModule({ contract, defaults, ...parts }: Parts): ModuleDefinition {
  const { kind, name, owners, title, purpose } = contract;
  const fields = [ENABLED, ...parts.fields];
  const members = Object.fromEntries(fields.map(({ name, codec }) => [name, codec]));
  /** Where one resource must be chosen and none is, no word about IDs helps. */
  const saidOf = (request: JsonObject, { path, message }: Issue): Issue => {
    const named = contract.names?.field;
    const isUnchosen = named !== undefined && path.join() === named && own(request, named) === "";
    return { path, message: isUnchosen ? UNCHOSEN : message };
  };
  const checkWith = (request: JsonObject, base: JsonObject | null, isTyped: (path: Path) => boolean) => {
    const issues = checkRequest(contract, kind, request, base);
    const moved = movedSecrets(kind, base, request).filter((path) => !isTyped(path));
    const told = moved.filter((path) => !issues.some((one) => overlaps(path, one.path)));
    return [...issues, ...told.map((path) => ({ path, message: MOVED }))];
  };
  return {
    ...parts,
    kind,
    name,
    owners,
    title,
    purpose,
    contract,
    fields,
    defaults: { enabled: true, ...defaults },
    check: (request, base) => checkWith(request, base, () => false),
    secrets: secretPaths(kind),
    together: [...(contract.together ?? []), ...contract.secrets.map(withItsSecret)],
    toForm: (value) => formOf(members, value),
    toDraft: (form, from, base = from) => {
      const { value, issues } = writeMembers(members, form, from);
      const isTyped = (path: Path) => valueAt(form, [...path, "mode"]) === "replace";
      const refused = checkWith(value, base, isTyped).filter(
        ({ path }) => !issues.some((one) => overlaps(path, one.path)),
      );
      return { request: value, issues: [...issues, ...refused].map((issue) => saidOf(value, issue)) };
    },
  };
}

/** To whom a login of an owner is limited, in words. */
export function limitIn(modules: JsonObject | undefined, login: ModuleDefinition): string | undefined {
  const value = own(modules ?? {}, login.kind);
  return isJsonObject(value) ? login.limit?.(value) : undefined;
}

/**
 * What the contract refuses of a request. A secret that the service holds and did not answer counts as there
 * (decisions/contract/secrets.md). What stands as it came from the service is the service's business: it goes back,
 * refused here or not.
 */
function checkRequest(
  { request: schema }: FormContract,
  kind: string,
  request: JsonObject,
  base: JsonObject | null,
): Issue[] {
  if (base === null) return parse(schema, request).issues ?? [];
  const stored = assumeSecrets(kind, base);
  const { issues = [] } = parse(schema, mergeSecrets(kind, request, stored));
  const before = (parse(schema, stored).issues ?? []).map((issue) => ({
    issue,
    value: valueAt(base, issue.path),
  }));
  return issues.filter((issue) => {
    const value = valueAt(request, issue.path);
    return !before.some((one) => isSame(one.issue, issue, value !== undefined) && sameJson(one.value, value));
  });
}

/** Whether two issues are one: the entry of a list keeps its own wherever it is moved to, as far as it has a value there. */
function isSame(a: Issue, b: Issue, moved: boolean): boolean {
  const place = ({ path }: Issue) => (moved ? path.filter((part) => typeof part !== "number") : path);
  return a.message === b.message && sameJson(place(a), place(b));
}
