import type { ApiKey } from "#contract/api-key.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { titleOf } from "#resources/kinds.ts";
import { href } from "#resources/paths.ts";
import { kindOf, refHref } from "#resources/ref-target.ts";
import { offersOf } from "#fleet/commands.ts";
import { ledger } from "#fleet/use-fleet.ts";
import type { IconName } from "#ui/icon.tsx";
import { NAVIGATION } from "../navigation.tsx";
import { resourceOf, type AnyResource } from "#resources/all.ts";
import { capital } from "#ui/format.ts";
import { searchText, type Row, type Shelf } from "./rank.ts";
import { THEMES, type Theme } from "../theme.ts";

/** What choosing an entry does. */
export type EntryAction =
  | { do: "go"; to: string }
  | { do: "agent"; kind: AgentCommand; session: TunnelSession }
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
  /** Why it can't be chosen now. */
  disabledReason?: string | undefined;
  action: EntryAction;
};

const page = (label: string, to: string, icon: IconName, what = "Page"): Entry => ({
  id: `page ${to}`,
  label,
  what,
  icon,
  action: { do: "go", to },
});
const create = (label: string, to: string) => page(label, to, "plus", "New");

const PAGES: readonly Entry[] = [
  ...NAVIGATION.flatMap(({ links }) => links.map(({ label, to, icon }) => page(label, to, icon))),
  page("IP policy lab", href.ipRules("#lab"), "shield"),
];
const CREATE: readonly Entry[] = [
  create("New API key", href.keyNew()),
  create("New authtoken", href.authtokenNew()),
  create("New IP rule", href.ipRuleNew()),
  create("Paste many IP rules", href.ipRulesPaste()),
  create("New IP policy", href.ipPolicyNew()),
  create("New HTTPS edge", href.edgeNew("https")),
  create("New TLS edge", href.edgeNew("tls")),
  create("New TCP edge", href.edgeNew("tcp")),
  create("New backend", href.backendNew()),
  create("New certificate authority", href.certificateAuthorityNew()),
];
const THEME_ICONS = { system: "theme", light: "sun", dark: "moon" } as const;
export const SHORTCUTS: Entry = {
  id: "shortcuts",
  label: "Keyboard shortcuts",
  what: "Help",
  icon: "keyboard",
  action: { do: "shortcuts" },
};
const SETTINGS: readonly Entry[] = [
  ...THEMES.map((theme): Entry => {
    const label = `${capital(theme)} theme`;
    return {
      id: `theme ${theme}`,
      label,
      what: "Setting",
      icon: THEME_ICONS[theme],
      action: { do: "theme", theme },
    };
  }),
  SHORTCUTS,
  {
    id: "signOut",
    label: "Sign out",
    what: "Action",
    icon: "disconnect",
    action: { do: "signOut" },
  },
];

/** All that is always there: pages, what can be made, settings. */
export const FIXED: readonly Entry[] = [...PAGES, ...CREATE, ...SETTINGS];
export const FIXED_SHELF: Shelf = {
  rows: FIXED,
  texts: FIXED.map(({ label, what }) => searchText(label, what)),
  group: "",
};

/** The entry that opens a row. */
export function entryOf(kind: AnyResource, row: Row): Entry {
  const label = kind.nameOf(row);
  const to = kind.page(row);
  return {
    id: row.id,
    label,
    what: titleOf(kind),
    icon: kind.icon,
    aside: label === row.id ? undefined : row.id,
    disabledReason: to === null ? "It has no page here." : undefined,
    action: to === null ? { do: "copy", text: row.id } : { do: "go", to },
  };
}

/** What can be done with a row, the verb first; what can't be done now says why. */
export function actionsOf(kind: AnyResource, row: Row, now: number): Entry[] {
  const name = kind.nameOf(row);
  const entry = (verb: string, icon: IconName, action: EntryAction, disabledReason?: string): Entry => ({
    id: `${verb} ${row.id}`,
    label: verb,
    what: "Action",
    icon,
    action,
    disabledReason,
  });
  const entries: Entry[] = [];
  if (kind.kind === "session") {
    const session = row as TunnelSession;
    const actions = ledger.getSnapshot().filter(({ sessionId }) => sessionId === row.id);
    for (const offer of offersOf({ session, target: null, actions, online: true, now }))
      entries.push(
        entry(
          `${capital(offer.kind)} ${name}…`,
          offer.icon,
          { do: "agent", kind: offer.kind, session },
          offer.disabledReason,
        ),
      );
  }
  if (kind.kind === "httpsEdge")
    entries.push(entry(`New route on ${name}`, "plus", { do: "go", to: href.routeNew(row.id) }));
  if (kind.kind === "ipPolicy") {
    const to = new URLSearchParams({ to: row.id });
    entries.push(
      entry(`New rule in ${name}`, "plus", { do: "go", to: href.ipRuleNew(`?${to}`) }),
      entry(`Paste rules into ${name}`, "plus", { do: "go", to: href.ipRulesPaste(row.id) }),
    );
  }
  if (kind.kind === "apiKey")
    entries.push(entry(`Delete ${name}…`, "trash", { do: "deleteKey", apiKey: row as ApiKey }));
  const { public_url: url } = row as { public_url?: unknown };
  if (typeof url === "string" && url !== "")
    entries.push(entry(`Copy URL ${url}`, "copy", { do: "copy", text: url }));
  entries.push(entry(`Copy id of ${name}`, "copy", { do: "copy", text: row.id }));
  return entries;
}

const ID = /^[a-z]+_[0-9A-Za-z]{8,}$/;

/** The id in a pasted text, which may be the uri of an object too. */
export function pastedId(typed: string): { id: string; uri?: string } | null {
  const text = typed.trim();
  const id = text.includes("/")
    ? (text
        .replace(/[?#].*$/, "")
        .split("/")
        .findLast(Boolean) ?? "")
    : text;
  if (!ID.test(id) || kindOf(id) === null) return null;
  return id === text ? { id } : { id, uri: text };
}

/** The entry that opens an id that nothing read so far has. */
export function unknownEntry(reference: { id: string; uri?: string }): Entry {
  const { id } = reference;
  const kind = resourceOf(id);
  const to = refHref(reference);
  const what = kind ? titleOf(kind) : "Id";
  const reason =
    kind?.kind === "route" ? "A route opens by its whole uri, which names its edge." : "It has no page here.";
  return {
    id: `open ${id}`,
    label: to === null ? id : `Open ${id}`,
    what,
    icon: kind?.icon ?? "link",
    aside: to === null ? undefined : "not among what was read",
    disabledReason: to === null ? reason : undefined,
    action: to === null ? { do: "copy", text: id } : { do: "go", to },
  };
}
