// How well something fits what was typed; lower is better. Constants of their own: a bundle holds them as numbers.
export const EXACT = 0;
const RECENT = 1;
export const PREFIX = 2;
export const WORD_START = 3;
export const SUBSTRING = 4;
export type Rank = typeof EXACT | typeof RECENT | typeof PREFIX | typeof WORD_START | typeof SUBSTRING;

export type Row = { readonly id: string };

/** Rows of one kind with their texts, which may still be in the making. */
export type Shelf = {
  rows: readonly Row[];
  /** {@link searchText} of the first rows; those behind it are not searched yet. */
  texts: readonly string[];
  /** Words for all of them, in lower case: "sessions". They choose among kinds, never alone. */
  group: string;
};

export type Hit<S extends Shelf> = { shelf: S; row: Row; rank: Rank };
export type Found<S extends Shelf> = {
  /** Best first; equal ones in the order of shelves and rows. */
  hits: Hit<S>[];
  /** How many match on each shelf, hits included. */
  totals: number[];
};

const NO_RANK = SUBSTRING + 1;
const RANKS = [EXACT, RECENT, PREFIX, WORD_START, SUBSTRING];

/** One text to search in: its fields in lower case, each on its own line. */
export function searchText(...fields: readonly (string | null | undefined)[]): string {
  return fields
    .filter(Boolean)
    .map((field) => field?.replace(/\s+/g, " ").trim().toLowerCase())
    .join("\n");
}

/** The words of a query, in lower case; an API key, as sign-in calls it, is a key. */
export function wordsOf(typed: string): string[] {
  return typed.toLowerCase().replace("api key", "key").match(/\S+/g) ?? [];
}

const isWordPart = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;
const NEW_LINE = 10;

/** The best rank of a needle among its places in a text; {@link NO_RANK} when it has none. */
function rankIn(text: string, needle: string): number {
  let best: number = NO_RANK;
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
    const before = at === 0 ? NEW_LINE : text.charCodeAt(at - 1);
    if (before === NEW_LINE) {
      const end = at + needle.length;
      if (end === text.length || text.charCodeAt(end) === NEW_LINE) return EXACT;
      best = PREFIX;
    } else if (best > WORD_START) best = isWordPart(before) ? SUBSTRING : WORD_START;
  }
  return best;
}

/**
 * How well a text fits words: the worst of its words, or as all of them in a row, whichever is better. Words of the group
 * are taken as found, but one at least must be in the text itself. Null when it does not fit.
 */
export function rankOf(text: string, words: readonly string[], group: string): Rank | null {
  let worst = 0;
  let own = false;
  for (const word of words) {
    let rank = rankIn(text, word);
    if (rank !== NO_RANK) own = true;
    else if (rankIn(group, word) > WORD_START) return null;
    else rank = WORD_START;
    worst = Math.max(worst, rank);
  }
  if (!own) return null;
  if (words.length > 1) worst = Math.min(worst, rankIn(text, words.join(" ")));
  return worst as Rank;
}

/**
 * Finds what fits, best first: exact, chosen lately, at the start, at the start of a word, within. At most `most` hits, of
 * one shelf and rank at most `most / 2`, so that no long list hides the others. `recent` are ids, the latest first.
 */
export function find<S extends Shelf>(
  shelves: readonly S[],
  typed: string,
  { recent, most }: { recent: readonly string[]; most: number },
): Found<S> {
  const words = wordsOf(typed);
  const lately = new Map(recent.map((id, index) => [id, index]));
  const byRank: Hit<S>[][] = RANKS.map(() => []);
  const totals = shelves.map((shelf) => {
    const { rows, texts, group } = shelf;
    const taken = RANKS.map(() => 0);
    let total = 0;
    for (let index = 0; index < texts.length; index += 1) {
      const plain = rankOf(texts[index] ?? "", words, group);
      if (plain === null) continue;
      total += 1;
      const row = rows[index] as Row;
      const rank = plain !== EXACT && lately.has(row.id) ? RECENT : plain;
      const count = (taken[rank] ?? 0) + 1;
      taken[rank] = count;
      if (count * 2 <= most || rank === RECENT) byRank[rank]?.push({ shelf, row, rank });
    }
    return total;
  });
  const place = ({ row }: Hit<S>) => lately.get(row.id) ?? Infinity;
  byRank[RECENT]?.sort((a, b) => place(a) - place(b));
  return { hits: byRank.flat().slice(0, most), totals };
}
