import type { Tunnel } from "#contract/tunnel.ts";
import type { GoneUrl } from "#fleet/gone-urls.ts";
import type { EdgeLimits } from "#resources/closing.ts";
import { sessionName } from "#resources/session-name.ts";
import { href } from "#resources/paths.ts";
import { actionsOf, askedEntries, type Asking, kindsAsked, MOST as ASKED_MOST } from "./actions.ts";
import { addressSteps } from "./address-steps.ts";
import { entryOf, FIXED, FIXED_SHELF, pastedId, requestsEntry, unknownEntry, type Entry } from "./entries.ts";
import type { KnownShelf } from "./known.ts";
import { resourceOf } from "#resources/all.ts";
import { operationIn } from "#resources/ref-target.ts";
import { EXACT, find, wordsOf, type Hit, type Row, type Shelf } from "./rank.ts";

/** How many entries are shown at most. */
const MOST = 50;
/** Up to so many matching resources, the first one's actions are shown too. */
const FEW = 5;

export type Results = {
  entries: readonly Entry[];
  /** How many match beyond those that are shown. */
  more: number;
};

type Asked = Asking & {
  typed: string;
  shelves: readonly KnownShelf[];
  /** The latest first. */
  recent: readonly Entry[];
  /** The page that is open: what can be done with its object comes first. */
  pathname: string;
  limits: EdgeLimits;
  /** URLs whose agents left, for what was typed. */
  goneFor?: (typed: string, online: readonly Tunnel[]) => readonly GoneUrl[];
};

const isOfKind = (hit: Hit<Shelf>): hit is Hit<KnownShelf> => "kind" in hit.shelf;

/** What the palette shows for a text. */
export function resultsOf(asked: Asked): Results {
  const { shelves, recent } = asked;
  const pasted = pastedId(asked.typed);
  const typed = pasted?.id ?? asked.typed;
  const here = rowAt(asked.pathname, shelves);
  const own = here ? actionsOf(here.shelf.kind, here.row, asked) : [];
  if (!wordsOf(typed)[0]) return { entries: unasked(asked, own), more: 0 };
  const look = (words: string) =>
    find<Shelf>([FIXED_SHELF, ...shelves], words, { recent: recent.map(({ id }) => id), most: MOST });
  let found = look(typed);
  const steps = addressSteps(typed);
  // A whole host before one that ends like it; a route is named without the port that its edge has for trying out; then a wildcard.
  for (const step of [...steps, ...steps.map((one) => one.replace(/^[^.]+/, "*"))].flatMap((one) => [
    `//${one}`,
    one,
    one.replace(/:\d+\//, "/"),
  ]))
    if (!found.hits[0]) found = look(step);
  const [isCommand] = kindsAsked(typed);
  // On the page of a thing, what is asked for without a name is asked of it.
  const ofPage = here ? askedEntries(`${typed} ${here.row.id}`, shelves, asked) : [];
  const asks = unique([...ofPage, ...askedEntries(typed, shelves, asked)]);
  // Where its verb is done elsewhere, its page is the next best.
  if (!found.hits[0] && !asks[0] && isCommand) found = look(typed.replace(/^\s*\S+/, ""));
  const total = found.totals.reduce((sum, count) => sum + count, 0);
  const resources = total - (found.totals[0] ?? 0);
  const top = found.hits.find(isOfKind);
  const shown = asks.slice(0, ASKED_MOST);
  const entries = [
    ...namedBy(typed),
    ...(isCommand ? shown : ofPage),
    ...found.hits.map((hit) =>
      isOfKind(hit) ? entryOf(hit.shelf.kind, hit.row, asked.limits) : (hit.row as Entry),
    ),
    ...shown,
  ];
  if (top && (resources <= FEW || top.rank === EXACT))
    entries.push(...actionsOf(top.shelf.kind, top.row, asked));
  const online = shelves.find(({ kind }) => kind.kind === "tunnel")?.rows ?? [];
  const gone = asked.goneFor?.(typed, online as Tunnel[]) ?? [];
  entries.push(...gone.filter(({ url }) => !entries.some(({ label }) => label === url)).map(goneEntry));
  if (pasted && !found.hits.some(({ row }) => row.id === pasted.id)) entries.unshift(unknownEntry(pasted));
  const operation = operationIn(typed);
  if (operation) entries.unshift(requestsEntry(operation));
  const [host] = steps.at(-1)?.split(":") ?? [];
  // An agent that left before this visit is known by its requests alone, and often part of their addresses.
  const name = host || /^\S{4,}$/.exec(typed)?.[0];
  if (name && !entries[0]) entries.push(requestsEntry(name, host && "No edge or agent has it"));
  return { entries: unique(entries), more: total - found.hits.length + asks.slice(ASKED_MOST).length };
}

/** The pages and settings whose name begins with these words: who types one is there, whatever else they may ask for. */
function namedBy(typed: string): Entry[] {
  const words = wordsOf(typed);
  return words[1] ? FIXED.filter(({ label }) => label.toLowerCase().startsWith(words.join(" "))) : [];
}

/** Leads to the agent that a URL went with, or that went itself. */
const goneEntry = ({ url, departure: { session }, said }: GoneUrl): Entry => ({
  id: `gone ${session.id} ${url}`,
  label: url,
  what: `${sessionName(session)}, ${said.text}`,
  icon: "sessions",
  action: { do: "go", to: href.session(session.id) },
});

/** With nothing typed: what was chosen lately, what can be done here, then all pages and settings. */
function unasked({ shelves, recent }: Asked, own: readonly Entry[]): Entry[] {
  const there = recent.filter(({ id }) => {
    const kind = resourceOf(id);
    const shelf = kind && shelves.find((one) => one.kind === kind);
    return !shelf || shelf.rows.some((row) => row.id === id);
  });
  return unique([...own, ...there, ...FIXED]);
}

function rowAt(pathname: string, shelves: readonly KnownShelf[]): { shelf: KnownShelf; row: Row } | null {
  const id = pathname.split("/").findLast((part) => resourceOf(part)) ?? "";
  const shelf = shelves.find(({ kind }) => kind === resourceOf(id));
  const row = shelf?.rows.find((one) => one.id === id);
  return shelf && row ? { shelf, row } : null;
}

/** The first of each id. */
export function unique(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>();
  return entries.filter(({ id }) => seen.size < seen.add(id).size);
}
