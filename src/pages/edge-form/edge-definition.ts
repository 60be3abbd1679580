import * as z from "zod/mini";
import type { AnyEdge, EdgeTexts } from "#resources/edges.ts";
import type { EdgeProtocol } from "#resources/paths.ts";
import { EDGE_FIELDS } from "#contract/edge-fields.ts";
import type { Issue } from "#contract/error.ts";
import { parse } from "#contract/issues.ts";
import { jsonText, sameJson, type JsonObject } from "#forms/json.ts";
import type { FormDefinition } from "#editing/form-definition.ts";

/** What of an edge its form holds. Nothing written is an empty text or list. */
export type EdgeValues = { hostports: string[]; description: string; metadata: string };

export const NO_EDGE: EdgeValues = { hostports: [], description: "", metadata: "" };
export const EDGE_NAMES_IN_FORM = ["hostports", "description", "metadata"];

/** What a kind of edge refuses of a request. */
export function issuesOfEdge(protocol: EdgeProtocol, request: object): Issue[] {
  return parse(z.strictObject(EDGE_FIELDS[protocol]), request).issues ?? [];
}

const show = (value: unknown) => (value === "" ? "empty" : jsonText(value));
const showList = (value: unknown) => (Array.isArray(value) ? value.join(", ") || "none" : jsonText(value));

/** The form of an edge of a kind, for the save that checks for conflicts. */
export function edgeDefinition(protocol: EdgeProtocol): FormDefinition {
  const check = (request: JsonObject) => issuesOfEdge(protocol, request);
  return {
    title: "Edge",
    fields: [
      { name: "hostports", label: "Listens at", show: showList },
      { name: "description", label: "What it is", show },
      { name: "metadata", label: "Metadata", show },
    ],
    defaults: { ...NO_EDGE },
    toForm: (value) => ({ ...value }),
    toDraft: (form) => ({ request: { ...form }, issues: check(form) }),
    check,
    secrets: [],
  };
}

/** What of an edge its form edits. */
export function editableOf({ hostports, description, metadata }: AnyEdge): EdgeValues {
  return { hostports: hostports ?? [], description: description ?? "", metadata: metadata ?? "" };
}

/** The request that makes `to` out of `from`: only what differs. */
export function changesOf(from: JsonObject, to: JsonObject): EdgeTexts {
  return Object.fromEntries(Object.entries(to).filter(([name, value]) => !sameJson(from[name], value)));
}

/** The request for a new edge: what is empty is left out, also the line that a new form has for its first hostport. */
export function createOf({ hostports, description, metadata }: EdgeValues): EdgeTexts {
  return {
    ...(hostports.some((hostport) => hostport !== "") ? { hostports } : {}),
    ...(description ? { description } : {}),
    ...(metadata ? { metadata } : {}),
  };
}

/** What a change of hostports does: those that go dark, and those that begin to listen. */
export function hostportChanges(before: readonly string[], after: readonly string[]) {
  return {
    dark: before.filter((hostport) => !after.includes(hostport)),
    fresh: after.filter((hostport) => hostport !== "" && !before.includes(hostport)),
  };
}
