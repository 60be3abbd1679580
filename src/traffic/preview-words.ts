import { factsOf } from "#contract/modules/kinds.ts";
import { asksSignIn } from "#contract/traffic/asks-sign-in.ts";
import type { TrafficPreview } from "#contract/traffic/preview.ts";
import { inSentence } from "#editing/value-text.ts";
import { formatCount } from "#ui/format.ts";

type BlockedBy = NonNullable<TrafficPreview["blocked_by"]>[number];
type StillBlocked = NonNullable<TrafficPreview["still_blocked"]>[number];

const titleIn = (kind: string) => inSentence(factsOf(kind)?.title ?? kind);
const BLOCKED = "would be blocked";
const SIGN_IN = "would have to sign in";

const sumOf = (all: readonly { requests: number }[]) => all.reduce((sum, { requests }) => sum + requests, 0);

/** So many of them, as the subject of a sentence. */
const someOf = (count: number, of: number) =>
  count < of ? formatCount(count) : of === 1 ? "It" : of === 2 ? "Both" : "All";

const signsIn = ({ kind, reason }: BlockedBy) => asksSignIn(kind, reason);

/** Who has no session is asked to sign in by a login; one that is stopped for another reason can’t. */
function fateOf(by: readonly BlockedBy[]): string {
  const kinds = new Set(by.filter(signsIn).map(({ kind }) => kind));
  if (kinds.size === 0) return BLOCKED;
  if (!by.every(signsIn)) return `${BLOCKED} or have to sign in`;
  const [kind = ""] = kinds;
  return kinds.size === 1 ? `${SIGN_IN} with ${titleIn(kind)}` : SIGN_IN;
}

/** What comes of those whom what is saved stops too, in another way. */
function stillWords({ kind, sign_in: is, was_sign_in: was }: StillBlocked): string {
  const title = titleIn(kind);
  if (is)
    return was
      ? `${SIGN_IN} either way, with ${title} after this change`
      : `${SIGN_IN} with ${title} instead of being blocked`;
  return was
    ? `${BLOCKED} by ${title} instead of having to sign in`
    : `${BLOCKED} either way, by ${title} after this change`;
}

/**
 * What a draft does to the requests that were tried, a sentence for each group, and whether too little was recorded to tell all that
 * matters. `draft` = the kind of module that it changes.
 */
export function previewLines(preview: TrafficPreview, draft: string): { lines: string[]; isKnown: boolean } {
  const {
    requests,
    newly_blocked: blocked,
    newly_allowed: allowed,
    unknown,
    maybe_allowed: maybe = 0,
    blocked: stopped = 0,
    blocked_by: by = [],
    still_blocked: still = [],
  } = preview;
  const elsewhere = sumOf(still);
  const drafted = by.filter(({ kind }) => kind === draft);
  // Where all that the draft’s kind blocks is new, the others block the rest.
  const others = sumOf(drafted) === blocked ? by.filter(({ kind }) => kind !== draft) : by;
  // Those of which nobody knows whether they were blocked before are among the blocked.
  const already = unknown > 0 ? 0 : stopped - blocked - elsewhere;
  const line = (count: number, words: string) => (count > 0 ? [`${someOf(count, requests)} ${words}`] : []);
  if (stopped === requests && unknown > 0) return { lines: line(requests, fateOf(by)), isKnown: true };
  const effects = [
    ...line(blocked, fateOf(drafted)),
    ...(blocked > 0 || already === requests ? line(already, `${fateOf(others)} either way`) : []),
    ...still.flatMap((one) => line(one.requests, stillWords(one))),
    ...line(allowed, "would be let in"),
    ...line(maybe, allowed > 0 ? "more may be let in" : "may be let in"),
  ];
  const none = unknown === requests ? [] : [unknown > 0 ? "No other change found" : "Nothing changes"];
  return {
    lines: [...(effects.length > 0 ? effects : none), ...line(unknown, "can’t be checked")],
    isKnown: unknown + maybe === 0,
  };
}

const MOST = 3;

/** By what all of them are blocked, a sentence each; what blocks the most is said. Nothing where it is one sign-in, which is said already. */
export function reasonLines({ requests, blocked_by: by = [] }: TrafficPreview): string[] {
  if (by.length <= 1 && by.every(signsIn)) return [];
  const shown = by.slice(0, MOST);
  const rest = shown.reduce((left, { requests: of }) => left - of, requests);
  const lines = shown.map((one) => {
    const [some, title] = [someOf(one.requests, requests), titleIn(one.kind)];
    if (signsIn(one)) return `${some} ${SIGN_IN} with ${title}`;
    return `${one.requests === requests ? "By" : `${some} by`} ${title} (${one.reason})`;
  });
  return rest > 0 ? [...lines, `${formatCount(rest)} for other reasons`] : lines;
}
