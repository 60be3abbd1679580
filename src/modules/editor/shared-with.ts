import { useState } from "react";
import { useLocation } from "react-router-dom";
import { isJsonObject, own, sameJson, type JsonObject } from "#forms/json.ts";
import type { ModuleDefinition } from "../define-module.ts";
import { requestOf } from "./use-request-writes.ts";

/** The `state` of a link to the form of a module that is not set: what it starts with. Never a secret. */
export type Brought = { values: JsonObject };

export type Start = {
  started: ModuleDefinition;
  shared: JsonObject;
  fresh: JsonObject;
  /** Starts from what is `fresh`; answers the definition. */
  restart: () => ModuleDefinition;
};

/**
 * The definition that a form starts from, and what of its defaults a new module takes over from the one of `modules` that it is to
 * replace: the values of the fields that both kinds have in common, as all logins have those of the session. Never a secret. What
 * a link brings along goes before both. `fresh` is what it would take over by now, which {@link useFollow} starts it from.
 */
export function useStart(
  definition: ModuleDefinition,
  latest: JsonObject | null,
  replaces: ModuleDefinition | undefined,
  modules: JsonObject | undefined,
): Start {
  const { values } = (useLocation().state ?? {}) as Partial<Brought>;
  const [brought] = useState(() => values ?? (latest ? {} : null));
  const fresh = brought ? {} : sharedWith(definition, replaces, modules);
  const startOf = (shared: JsonObject) => ({
    started: { ...definition, defaults: { ...definition.defaults, ...shared, ...brought } },
    shared,
  });
  const [start, setStart] = useState(() => startOf(fresh));
  return {
    ...start,
    fresh,
    restart: () => {
      const next = startOf(fresh);
      setStart(next);
      return next.started;
    },
  };
}

function sharedWith(
  definition: ModuleDefinition,
  replaces: ModuleDefinition | undefined,
  modules: JsonObject | undefined,
): JsonObject {
  const value = replaces && own(modules ?? {}, replaces.kind);
  const request = replaces && isJsonObject(value) ? requestOf(replaces, value) : null;
  if (!replaces || !request) return {};
  /** What a field reads as when it is left out: the default of this kind alone. */
  const isUnset = (name: string) => {
    const { [name]: value, ...others } = request;
    const read = requestOf(replaces, replaces.contract.toAnswer(others as never) as JsonObject);
    return sameJson(read?.[name], value);
  };
  // 0, false and "" are what a field that is left out means.
  const both = definition.fields.filter(
    (field) =>
      field.name !== "enabled" &&
      replaces.fields.includes(field) &&
      Boolean(own(request, field.name)) &&
      !isUnset(field.name),
  );
  return Object.fromEntries(both.map(({ name }) => [name, own(request, name)]));
}
