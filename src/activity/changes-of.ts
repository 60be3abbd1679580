import type { Event } from "#contract/event.ts";
import { factsOf } from "#contract/modules/kinds.ts";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { diff, type Change } from "#forms/diff.ts";
import { isJsonObject, type JsonObject } from "#forms/json.ts";
import type { FormDefinition } from "#editing/form-definition.ts";
import { asText } from "#editing/plain-form.ts";
import { moduleOf } from "#modules/registry.ts";
import { matchTypeWords } from "#resources/edge-names.ts";
import { fieldLabel } from "#resources/field-labels.ts";
import { kindOf } from "#resources/ref-target.ts";
import { SOURCES } from "./source-words.ts";

type Words = Pick<FormDefinition, "fields" | "secrets">;

/** What a part of an object was and is: its own fields, or one of its modules, with how its form says them. */
export type PartChange = {
  title: string;
  definition: Words;
  changes: Change[];
  /** Of a module: whether it was added or removed as a whole. */
  did?: "added" | "removed" | undefined;
};

/** What is the same in each event of an object, and what only its page shows. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(["id", "uri", "created_at", "edge_id", "token"]);
const OWNERS: ReadonlySet<string> = new Set<ModuleOwner>(["route", "httpsEdge", "tlsEdge", "tcpEdge"]);

/** What an event did, from → to: of an update what it changed, else all that the object had. Secrets are in no event. */
export function changesOf({ event_type, object, gatehouse }: Event): PartChange[] {
  if (event_type.includes("_updated."))
    return gatehouse?.before ? changesBetween(object, gatehouse.before, object) : [];
  const all = Object.fromEntries(
    Object.entries(object).filter(([field, value]) => !SAID_ELSEWHERE.has(field) && !isEmpty(value)),
  );
  const none = Object.fromEntries(Object.keys(all).map((field) => [field, undefined]));
  return event_type.includes("_deleted.")
    ? changesBetween(object, all, none)
    : changesBetween(object, none, all);
}

const isEmpty = (value: unknown) =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** The fields of `from` as they were, and as they are in `to`, part by part. */
export function changesBetween(object: JsonObject, from: JsonObject, to: JsonObject): PartChange[] {
  const kind = kindOf(String(object["id"])) ?? undefined;
  const plain: JsonObject = {};
  const parts: PartChange[] = [];
  for (const [field, was] of Object.entries(from)) {
    const module = kind && OWNERS.has(kind) ? moduleOf(field, kind as ModuleOwner) : undefined;
    if (!module) {
      plain[field] = was;
      continue;
    }
    const request = (value: unknown) =>
      isJsonObject(value) ? module.contract.toRequest(value as never) : undefined;
    const [before, now] = [request(was), request(to[field])];
    parts.push({
      title: module.title,
      definition: module,
      changes: diff(before ?? {}, now ?? {}),
      did: before && now ? undefined : now ? "added" : "removed",
    });
  }
  const fields = Object.keys(plain);
  if (fields.length === 0 && parts.length > 0) return parts;
  const changes = fields.flatMap((field): Change[] => [
    { path: [field], from: plain[field] ?? undefined, to: to[field] ?? undefined },
  ]);
  return [{ title: "", definition: plainWords(kind, fields), changes }, ...parts];
}

/** How fields are called and said that no form of a module has. */
function plainWords(kind: string | undefined, fields: readonly string[]): Words {
  return {
    fields: fields.map((name) => ({
      name,
      label: fieldLabel(kind, name),
      show: SHOWS[name] ?? shown,
      ...(kind === "eventSubscription" && name === "sources" && SOURCES),
    })),
    secrets: kind === "eventDestination" ? [["target", "webhook", "secret"]] : [],
  };
}

/** What an update did that left all as it was, as far as events tell. */
export const unchangedWords = ({ secrets }: Pick<Words, "secrets">) =>
  secrets.length > 0 ? "Nothing visible changed. Secrets aren’t logged." : "Saved again without changes";

/** Values that lists and forms say in words. */
const SHOWS: Readonly<Record<string, (value: unknown) => string>> = {
  match_type: (value) => (typeof value === "string" ? matchTypeWords(value) : shown(value)),
  module: (value) => factsOf(String(isJsonObject(value) ? value["kind"] : value))?.title ?? shown(value),
};

/** A Ref by its id, which is shown by its name; a list item by item. */
function shown(value: unknown): string {
  if (Array.isArray(value) && value.length > 0) return value.map(shown).join("\n");
  return isJsonObject(value) && typeof value["id"] === "string" ? value["id"] : asText(value);
}
