import type { ApiKey } from "#contract/api-key.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { KINDS as MODULES } from "#contract/modules/kind-facts.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { Published } from "#contract/outdated.ts";
import { refusesUpdates } from "#fleet/action-text.ts";
import { offersOf } from "#fleet/commands.ts";
import { ledger } from "#fleet/use-fleet.ts";
import type { AnyResource } from "#resources/all.ts";
import type { ResourceKind } from "#resources/kinds.ts";
import { EDGE_KINDS, protocolOf } from "#resources/edge-names.ts";
import { href } from "#resources/paths.ts";
import type { IconName } from "#ui/icon.tsx";
import { page, type Entry, type EntryAction } from "./entries.ts";
import { find, rankOf, searchText, SUBSTRING, WORD_START, wordsOf, type Row } from "./rank.ts";
import type { KnownShelf } from "./known.ts";

/** So many of the actions that a text asks for are shown. */
export const MOST = 8;
/** So many of a kind a verb alone looks at. */
const ROWS = 100;
const NOT_SET = "Not set";
/** What there is a reason to do first, then what can be done, then what can't, with its reason. */
const orderOf = ({ disabledReason, what, action }: Entry) =>
  disabledReason || what === NOT_SET ? 2 : "target" in action && action.target ? 0 : 1;
const sorted = (entries: readonly Entry[]) => entries.toSorted((a, b) => orderOf(a) - orderOf(b));
/** From so many letters on, a word is taken for a verb or the name of a module. */
const SHORTEST = 3;

const OF_EDGES = Object.values(EDGE_KINDS);
/** The kinds that a verb is about, by the first word of their actions. */
const DOERS: Record<string, readonly ResourceKind[]> = {
  restart: ["session"],
  stop: ["session"],
  update: ["session"],
  delete: ["apiKey"],
  rotate: ["apiKey"],
  create: ["ipPolicy", "route", ...OF_EDGES],
  bulk: ["ipPolicy"],
  edit: OF_EDGES,
  copy: [],
};
/** Other words for the verbs. */
const SYNONYMS: Record<string, string | undefined> = {
  new: "create",
  add: "create",
  paste: "bulk",
  remove: "delete",
};
/** Words that a search does not need, but an action's label must have once typed: "create route" is not "create rule". */
const NAMED = "route rule rules id url module".split(" ");
/** What no key is: "delete edge" deletes none. */
const OTHERS = "agent session edge".split(" ");
/** Words that a sentence needs and a search does not. */
const FILLERS = [
  ...NAMED,
  ...OTHERS,
  ..."a add all the on off turn enable disable in to of for from key".split(" "),
];
const go = (to: string): EntryAction => ({ do: "go", to });

/** The moment, what the service publishes, and the release that a session could update to. */
export type Asking = {
  /** Milliseconds since the epoch. */
  now: number;
  targetOf: (session: TunnelSession) => string | null;
  releases?: Published;
};

/** What can be done with a row, the verb first; what can't be done now says why. */
export function actionsOf(
  { kind, nameOf, page: pageOf }: AnyResource,
  row: Row,
  { now, targetOf, releases }: Asking,
): Entry[] {
  const name = nameOf(row);
  const entry = (label: string, icon: IconName, action: EntryAction, disabledReason?: string): Entry => ({
    id: `${label} ${row.id}`,
    label,
    what: "Action",
    icon,
    // Keys of one name are told apart, as after a rotation that was left in the middle.
    aside: kind === "apiKey" && name !== row.id ? row.id : undefined,
    action,
    disabledReason,
  });
  const entries: Entry[] = [];
  if (kind === "session") {
    const session = row as TunnelSession;
    const actions = ledger.getSnapshot().filter(({ sessionId }) => sessionId === row.id);
    const to = targetOf(session);
    const untold = refusesUpdates(row.id, actions) ?? (releases?.[0] && !to ? "No newer release." : null);
    for (const offer of offersOf({ session, target: to, actions, online: true, now, untold })) {
      const label = offer.label.replace(/ |…/, (rest) => ` ${name}${rest}`);
      const action: EntryAction = { do: "agent", kind: offer.kind, session, target: to };
      entries.push(entry(label, offer.icon, action, offer.disabledReason));
    }
  }
  const protocol = protocolOf(kind);
  if (protocol === "https") entries.push(entry(`Create route on ${name}`, "plus", go(href.routeNew(row.id))));
  if (protocol) entries.push(entry(`Edit ${name}`, "edges", go(href.edgeEdit(protocol, row.id))));
  if (protocol || kind === "route")
    entries.push(entry(`Add module to ${name}`, "plus", go(`${pageOf(row)}?add-module`)));
  if (kind === "ipPolicy")
    entries.push(
      entry(`Create rule in ${name}`, "plus", go(href.ipRuleNew(`?to=${row.id}`))),
      entry(`Bulk add rules to ${name}`, "plus", go(href.ipPolicyPaste(row.id))),
    );
  if (kind === "apiKey")
    entries.push(
      entry(`Rotate key ${name}`, "refresh", go(href.keyRotate(row.id))),
      entry(`Delete key ${name}…`, "trash", { do: "deleteKey", apiKey: row as ApiKey }),
    );
  const { public_url: url } = row as Partial<Endpoint>;
  if (url) entries.push(entry(`Copy URL ${url}`, "copy", { do: "copy", text: url }));
  entries.push(entry(`Copy ID of ${name}`, "copy", { do: "copy", text: row.id }));
  return entries;
}

/** What was typed, read as something to do: "restart ams", "oauth api.northwind". */
type Asked = {
  /** None = whatever is there. */
  kinds: readonly ResourceKind[];
  words: readonly string[];
  /** What the labels of the actions hold: the verb first. */
  verb: string;
  named: readonly string[];
  modules: typeof MODULES;
};

function askedIn(typed: string, plain = false): Asked | null {
  const words = wordsOf(typed);
  return askedBy(words, plain) ?? askedBy([words.pop() ?? "", ...words], plain);
}

/** What the first word asks of the others; `plain` = where none of them is a module: "ci" is a name as well as a circuit breaker. */
function askedBy([first = "", ...rest]: readonly string[], plain: boolean): Asked | null {
  if (first.length < SHORTEST) return null;
  const words = rest.filter((word) => !FILLERS.includes(word));
  const verb = Object.keys({ ...DOERS, ...SYNONYMS }).find((one) => one.startsWith(first));
  const does = verb && (SYNONYMS[verb] ?? verb);
  const modules = !plain && modulesIn(does || FILLERS.includes(first) ? words : [first, ...words]);
  if (modules) return modules;
  const named = rest.filter((word) => NAMED.includes(word));
  // "create key" is a page of its own.
  if (!does || (does === "create" && rest[0] && words.length + named.length === 0)) return null;
  if (DOERS[does]?.[0] === "apiKey" && OTHERS.some((word) => rest.includes(word))) return null;
  return { kinds: DOERS[does] ?? [], words, verb: does, named, modules: [] };
}

/** The modules whose title begins what was typed, or which another word for them does, and the words behind it; null where it is none. */
function modulesIn(words: readonly string[]): Asked | null {
  const [first = ""] = words;
  // Alone it has to be meant: "ci" is a name as well.
  if (first.length < (words[1] ? SHORTEST - 1 : SHORTEST)) return null;
  const fits = (some: readonly string[]) =>
    MODULES.filter(
      ({ title, kind, terms }) =>
        terms.includes(some.join("-")) || (rankOf(searchText(title, kind), some, "") ?? NaN) <= WORD_START,
    );
  const most = words.findLastIndex((_, index) => fits(words.slice(0, index + 1))[0]);
  const modules = fits(words.slice(0, most + 1));
  const rest = words.slice(most + 1);
  // Alone it is looked for in what is there.
  const kinds = rest[0] ? modules.flatMap((one) => one.owners) : [];
  return modules[0] ? { kinds, words: rest, verb: "", named: [], modules } : null;
}

/** The kinds whose lists a text needs, because it names something to do with one of them. */
export function kindsAsked(typed: string): readonly ResourceKind[] {
  return [...new Set([false, true].flatMap((plain) => askedIn(typed, plain)?.kinds ?? []))];
}

/** The actions that a text asks for, of what its other words find. */
export function askedEntries(
  typed: string,
  shelves: readonly KnownShelf[],
  asking: Asking,
  plain = false,
): Entry[] {
  const asked = askedIn(typed, plain);
  if (!asked) return [];
  const { kinds, words, verb, modules } = asked;
  const isMeant = ({ label }: Entry) => {
    const text = label.toLowerCase();
    const [first = ""] = text.split(" ");
    return (SYNONYMS[first] ?? first) === verb && asked.named.every((word) => text.includes(word));
  };
  const meant = (kind: AnyResource, row: Row) =>
    modules[0] ? moduleEntries(kind, row, modules) : actionsOf(kind, row, asking).filter(isMeant);
  const able = kinds[0] ? shelves.filter(({ kind }) => kinds.includes(kind.kind)) : shelves;
  if (!words[0]) {
    return sorted(able.flatMap(({ kind, rows }) => rows.slice(0, ROWS).flatMap((row) => meant(kind, row))));
  }
  const { hits } = find(able, words.join(" "), { recent: [], most: MOST });
  // An ID may hold any letters: beside what is named so, it is not meant.
  const named = hits.filter(({ rank }) => rank < SUBSTRING);
  const entries = (named[0] ? named : hits).flatMap(({ shelf: { kind }, row }) => meant(kind, row));
  return entries[0] || plain ? sorted(entries) : askedEntries(typed, shelves, asking, true);
}

/** The modules of a row, each as the entry that opens it: the page below the row's own. */
const moduleEntries = ({ kind, nameOf, page: pageOf }: AnyResource, row: Row, modules: typeof MODULES) =>
  modules
    .filter(({ owners }) => owners.some((one) => one === kind))
    .map(({ kind: module, title }) =>
      page(
        `${title} on ${nameOf(row)}`,
        `${pageOf(row)}/${module}`,
        "edges",
        (row as Row & Record<string, unknown>)[module] === null ? NOT_SET : "Module",
      ),
    );
