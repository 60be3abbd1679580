import * as z from "zod/mini";
import { EDGE_KINDS } from "#resources/edge-names.ts";
import { FIELD_LABELS } from "#resources/field-labels.ts";
import { writtenTexts } from "#resources/texts.ts";
import type { Serving } from "#resources/edge-way.ts";
import type { AnyEdge, EdgeTexts } from "#resources/edges.ts";
import type { EdgeProtocol } from "#resources/paths.ts";
import { EDGE_FIELDS } from "#contract/edge-fields.ts";
import type { Issue } from "#contract/error.ts";
import { normalHostports } from "#edges/hostports.ts";
import { servesNothingAt } from "#edges/serves-nothing-at.ts";
import { parse } from "#contract/issues.ts";
import { asJson, plainForm } from "#editing/plain-form.ts";

/** What of an edge its form holds. Nothing written is an empty text or list. */
export type EdgeValues = { hostports: string[]; description: string; metadata: string };

export const NO_EDGE: EdgeValues = { hostports: [], description: "", metadata: "" };

/** What a kind of edge refuses of a request. */
export function issuesOfEdge(protocol: EdgeProtocol, request: object): Issue[] {
  return parse(z.strictObject(EDGE_FIELDS[protocol]), request).issues ?? [];
}

const show = (value: unknown) => (Array.isArray(value) ? value.join(", ") || "none" : asJson(value));

export const isFilled = (hostport: string) => hostport.trim() !== "";

/** Faults of the addresses that are sent, at the rows that they are typed in, and of the rows they name: empty ones are not sent. */
export function atRows(issues: readonly Issue[], typed: unknown): Issue[] {
  const rows = [typed].flat().flatMap((one, row) => (isFilled(String(one)) ? [row] : []));
  return issues.map((issue) => {
    const [field, at, ...more] = issue.path;
    const row = field === "hostports" ? rows[Number(at)] : undefined;
    if (row === undefined) return issue;
    const message = issue.message.replace(/(?<=\bentry )\d+/, (n) => String((rows[Number(n) - 1] ?? 0) + 1));
    return { ...issue, message, path: [field ?? "", row, ...more] };
  });
}

function edgeForm(protocol: EdgeProtocol) {
  const plain = plainForm<EdgeValues>({
    title: "Edge",
    labels: FIELD_LABELS[EDGE_KINDS[protocol]],
    empty: NO_EDGE,
    show,
    check: (request) => issuesOfEdge(protocol, request),
    read: (form, from) => sentOf(protocol, form as EdgeValues, from),
  });
  const { toDraft } = plain.definition;
  const definition: typeof plain.definition = {
    ...plain.definition,
    toDraft: (form, ...rest) => {
      const draft = toDraft(form, ...rest);
      return { ...draft, issues: atRows(draft.issues, form["hostports"]) };
    },
  };
  return { ...plain, definition };
}

/** The form of an edge of each kind. */
export const EDGE_FORMS = { https: edgeForm("https"), tls: edgeForm("tls"), tcp: edgeForm("tcp") };

/** What a form holds as it is sent: the addresses that are filled in, as the edge takes them, but those that it had as it had them. */
export function sentOf(
  protocol: EdgeProtocol,
  form: EdgeValues,
  from: { hostports?: unknown } | null,
): EdgeValues {
  const { hostports } = form;
  if (!Array.isArray(hostports)) return { ...form };
  const kept = Array.isArray(from?.hostports) ? (from.hostports as string[]) : [];
  return { ...form, hostports: normalHostports(protocol, hostports.filter(isFilled), kept) };
}

/** The request for a new edge: what is empty is left out. */
export function createOf(protocol: EdgeProtocol, form: EdgeValues): EdgeTexts {
  const { hostports, ...texts } = sentOf(protocol, form, null);
  return {
    ...(hostports.length > 0 ? { hostports } : {}),
    ...writtenTexts(texts),
  };
}

/** What a change of the hostports of an edge does: those that go offline, those that served nothing as it is, and those that are added. */
export function hostportChanges(edge: AnyEdge, after: readonly string[], serving: Serving) {
  const before = edge.hostports ?? [];
  const gone = before.filter((hostport) => !after.includes(hostport));
  const isIdle = servesNothingAt(edge, serving);
  return {
    dark: gone.filter((hostport) => !isIdle(hostport)),
    idle: gone.filter(isIdle),
    fresh: [...new Set(after)].filter((hostport) => !before.includes(hostport)),
  };
}
