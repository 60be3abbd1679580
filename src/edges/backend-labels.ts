import type { TunnelGroupBackend, TunnelGroupBackendCreate } from "#contract/backend.ts";
import type { Issue } from "#contract/error.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { repeatedNames } from "#editing/codecs/lists.ts";
import type { Entry } from "#forms/entries-field.tsx";
import { writtenTexts } from "#resources/texts.ts";
import { backendsOf, labelText } from "#resources/tunnel-names.ts";

/** What the form of a new backend holds. */
export type BackendValues = { description: string; labels: Entry[]; metadata: string };

type Labels = { [name: string]: string };

/** The labels that are typed: blank rows are dropped, a value without a name stays, to be refused where it is. */
export function labelsOf(rows: readonly Entry[]): Labels {
  const filled = rows.filter(({ name, value }) => name.trim() !== "" || value !== "");
  return Object.fromEntries(filled.map(({ name, value }) => [name.trim(), value]));
}

/** The rows of labels, as {@link labelsOf} reads them. */
export const rowsOf = (labels: Labels): Entry[] =>
  Object.entries(labels).map(([name, value]) => ({ name, value }));

/** What is wrong with the rows that their labels don't show: a name that is there twice. */
export const faultsIn = ({ labels }: Pick<BackendValues, "labels">): Issue[] =>
  repeatedNames(labels).map((issue) => ({ ...issue, path: ["labels", ...issue.path] }));

/** The request for what was typed: empty fields are left out, blank rows dropped. */
export function bodyOf({ description, labels, metadata }: BackendValues): TunnelGroupBackendCreate {
  return { ...writtenTexts({ description, metadata }), labels: labelsOf(labels) };
}

/** Whether a backend with these labels sends to a tunnel: it has all of them (protocol-facts.md#backends). */
export const sendsTo = (labels: Labels, { labels: has }: Pick<Tunnel, "labels">): boolean =>
  Object.entries(labels).every(([name, value]) => has && Object.hasOwn(has, name) && has[name] === value);

/** How many tunnels a backend with these labels sends to. */
export function matchCount(labels: Labels, online: readonly Pick<Tunnel, "labels">[]): number {
  return online.filter((tunnel) => sendsTo(labels, tunnel)).length;
}

/** The online tunnels with a backend that was created after they were read. */
export function withBackend(online: readonly Tunnel[], { id, uri, labels }: TunnelGroupBackend): Tunnel[] {
  return online.map((tunnel) =>
    labels && sendsTo(labels, tunnel)
      ? { ...tunnel, backends: [...backendsOf(tunnel), { id, uri: uri ?? "" }] }
      : tunnel,
  );
}

/**
 * Labels to start from, or to add to those that are `typed`: each that an online tunnel with these has besides, alone and with all
 * of its others, those of most tunnels first.
 */
export function labelChoices(online: readonly Pick<Tunnel, "labels">[], typed: Labels = {}): Labels[] {
  const sets = online.flatMap((tunnel) => {
    if (!sendsTo(typed, tunnel)) return [];
    const more = Object.entries(tunnel.labels ?? {}).filter(([name]) => !Object.hasOwn(typed, name));
    return [...more.map(([name, value]) => ({ [name]: value })), Object.fromEntries(more)];
  });
  const choices = new Map(sets.map((labels) => [labelText(labels), labels]));
  choices.delete("");
  return [...choices.values()].toSorted((a, b) => matchCount(b, online) - matchCount(a, online));
}
