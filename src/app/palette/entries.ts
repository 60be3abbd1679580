import type { ApiKey } from "#contract/api-key.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import type { EdgeLimits } from "#resources/closing.ts";
import { EDGE_KINDS, EDGE_PROTOCOLS, protocolOf } from "#resources/edge-names.ts";
import { isBroken, leadOf, wayOfEdge, wayWords } from "#resources/edge-way.ts";
import { KINDS, titleOf, type Kind } from "#resources/kinds.ts";
import { href } from "#resources/paths.ts";
import { kindOf, refHref } from "#resources/ref-target.ts";
import type { IconName } from "#ui/icon.tsx";
import { NAVIGATION } from "../navigation.tsx";
import { resourceOf, type AnyResource } from "#resources/all.ts";
import { searchText, type Row, type Shelf } from "./rank.ts";
import { THEME_ICONS, THEMES, themeWords, type Theme } from "../theme.ts";

/** What choosing an entry does. */
export type EntryAction =
  | { do: "go"; to: string }
  | { do: "agent"; kind: AgentCommand; session: TunnelSession; target: string | null }
  | { do: "deleteKey"; apiKey: ApiKey }
  | { do: "copy"; text: string }
  | { do: "theme"; theme: Theme }
  | { do: "shortcuts" }
  | { do: "signOut" };

/** One line of the palette. */
export type Entry = {
  /** The id of a resource; "page /keys" and the like for all else. */
  id: string;
  label: string;
  /** What it is, at the right: "Session", "Page". */
  what: string;
  icon: IconName;
  /** An id or a word beside the label. */
  aside?: string | undefined;
  /** Other words that find it. */
  also?: string | undefined;
  /** Why it can't be chosen now. */
  disabledReason?: string | undefined;
  action: EntryAction;
};

/** The entry that opens a page; `also` = other words that find it. */
export const page = (label: string, to: string, icon: IconName, what = "Page", also?: string): Entry => ({
  id: `page ${to}`,
  label,
  what,
  icon,
  also,
  action: { do: "go", to },
});
const create = (kind: Kind, to: string): Entry =>
  page(`Create ${kind.noun.one}`, to, "plus", "Action", "new add");

export const SHORTCUTS: Entry = {
  id: "shortcuts",
  label: "Keyboard shortcuts",
  what: "Action",
  icon: "keyboard",
  action: { do: "shortcuts" },
};
/** All that is always there: pages, what can be made, settings. */
export const FIXED: readonly Entry[] = [
  ...NAVIGATION.flatMap(({ links }) =>
    links.map(({ label, to, icon, also }) => page(label, to, icon, "Page", also)),
  ),
  page("Requests with errors", href.traffic("?outcome=failed"), "requests", "Page", "failed"),
  page("Outdated agents", href.sessions("?outdated=yes"), "behind", "Page", "update"),
  page("Try an IP address", href.ipRules("#lab"), "shield", "Page", "policy lab"),
  page("Add agent", href.sessions("?add"), "plus", "Action", "new create connect"),
  create(KINDS.apiKey, href.keyNew()),
  create(KINDS.credential, href.authtokenNew()),
  create(KINDS.ipPolicyRule, href.ipRuleNew()),
  page("Bulk add IP rules", href.ipRulesPaste(), "plus", "Action", "paste"),
  create(KINDS.ipPolicy, href.ipPolicyNew()),
  ...EDGE_PROTOCOLS.map((one) => create(KINDS[EDGE_KINDS[one]], href.edgeNew(one))),
  create(KINDS.tunnelGroupBackend, href.backendNew()),
  create(KINDS.certificateAuthority, href.certificateAuthorityNew()),
  create(KINDS.eventDestination, href.eventDestinationNew()),
  create(KINDS.eventSubscription, href.eventSubscriptionNew()),
  ...THEMES.map((theme): Entry => ({
    id: `theme ${theme}`,
    label: themeWords(theme),
    what: "Setting",
    icon: THEME_ICONS[theme],
    action: { do: "theme", theme },
  })),
  SHORTCUTS,
  {
    id: "sign out",
    label: "Sign out",
    also: "log out",
    what: "Action",
    icon: "disconnect",
    action: { do: "signOut" },
  },
];

export const FIXED_SHELF: Shelf = {
  rows: FIXED,
  texts: FIXED.map(({ label, what, also }) => searchText(label, what, also)),
  group: "",
};

/** Why an edge or a route serves nobody, as far as it says so itself: "No backend". */
function troubleOf({ kind }: AnyResource, row: Row, limits: EdgeLimits): string | undefined {
  const lead = kind === "route" ? leadOf({ ...row }, limits) : "served";
  const way = protocolOf(kind) ? wayOfEdge(row, limits) : { lead, broken: [], of: 0 };
  return isBroken(way.lead) ? wayWords(way).text : undefined;
}

/** What opens a page; without one, why nothing does. */
const opening = (to: string | null, id: string, reason = "This console has no page for it.") =>
  to
    ? { action: { do: "go", to } as const }
    : { disabledReason: reason, action: { do: "copy", text: id } as const };

/** The entry that opens a row; `limits` = what the service's edge says of itself. */
export function entryOf(kind: AnyResource, row: Row, limits: EdgeLimits): Entry {
  const label = kind.nameOf(row);
  const to = kind.page(row);
  return {
    id: row.id,
    label,
    what: [titleOf(kind), troubleOf(kind, row, limits)].filter(Boolean).join(", "),
    icon: kind.icon,
    aside: label === row.id ? undefined : row.id,
    ...opening(to, row.id),
  };
}

/** The last part of a path, before a query. */
const ID = /^(?:[^?#]*\/)?([a-z]+_[0-9A-Za-z]{8,})\/*(?:[?#]|$)/;

/** The id in a pasted text, which may be the uri of an object too. */
export function pastedId(typed: string): { id: string; uri?: string } | null {
  const text = typed.trim();
  const id = ID.exec(text)?.[1];
  if (!id || kindOf(id) === null) return null;
  return id === text ? { id } : { id, uri: text };
}

/** The entry that searches requests for a text: the operation's id of a refusal, or an address that nothing has now. */
export const requestsEntry = (text: string, what = "Action"): Entry =>
  page(`Find requests with ${text}`, href.traffic(`?q=${encodeURIComponent(text)}`), "search", what);

/** The entry that opens an id that nothing read so far has. */
export function unknownEntry(reference: { id: string; uri?: string }): Entry {
  const { id } = reference;
  const kind = resourceOf(id);
  const to = refHref(reference);
  const reason = kind?.kind === "route" ? "Paste its full URI." : undefined;
  return {
    id: `open ${id}`,
    label: to ? `Open ${id}` : id,
    what: kind ? titleOf(kind) : "Id",
    icon: kind?.icon ?? "link",
    ...opening(to, id, reason),
  };
}
