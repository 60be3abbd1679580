import { counted, formatAge } from "#ui/format.ts";
import { AGENTS, type Happening } from "./happenings.ts";

/** Happenings that are alike, newest first: a burst is one line that opens. */
export type Burst = readonly [Happening, ...Happening[]];

/** As many alike, with at most this long between two, are a burst. */
const BURST_LEAST = 3;
const BURST_GAP_MS = 10 * 60_000;
const TOGETHER_MS = 10_000;

/**
 * Folds bursts, in the same order: several alike in a row and shortly after each other are one. Of the commands that
 * this tab sent together each outcome is one, wherever the others came between.
 */
export function burstsOf(happenings: readonly Happening[]): Burst[] {
  const bursts: [Happening, ...Happening[]][] = [];
  for (const one of happenings) {
    const together = bursts.findLastIndex((burst) => !isTogether(burst, one));
    const burst = bursts.findLast(
      (other, index) =>
        (index > together || index === bursts.length - 1) && isAlike(other.at(-1) ?? other[0], one),
    );
    if (burst) burst.push(one);
    else bursts.push([one]);
  }
  return bursts.flatMap((burst): Burst[] =>
    burst.length < BURST_LEAST ? burst.map((one): Burst => [one]) : [burst],
  );
}

/** Shorter than that a burst is of one moment. */
const MOMENT_S = 60;

const gapOf = (a: Happening, b: Happening): number => Math.abs(Date.parse(a.at) - Date.parse(b.at));
const isCommand = ({ who, via }: Happening) => who === null && via === null;

/** Are both commands of this tab, sent within seconds? */
const isTogether = (burst: Burst, one: Happening): boolean =>
  isCommand(one) && isCommand(burst[0]) && gapOf(burst.at(-1) ?? burst[0], one) <= TOGETHER_MS;

const isAlike = (a: Happening, b: Happening): boolean =>
  a.who === b.who &&
  a.via === b.via &&
  a.did === b.did &&
  a.noun.many === b.noun.many &&
  !(gapOf(a, b) > BURST_GAP_MS);

/** What a burst did, and within how long where its newest time alone would mislead: "created 21 IP rules", "updated IP policy “Office” 3 times within 4 min". */
export function burstText(burst: Burst): string {
  const seconds = gapOf(burst[0], burst.at(-1) ?? burst[0]) / 1000;
  const unit = seconds > 3600 ? 3600 : 60;
  return `${whatOf(burst)}${seconds < MOMENT_S ? "" : ` within ${formatAge(Math.ceil(seconds / unit) * unit)}`}`;
}

function whatOf(burst: Burst): string {
  const [{ did, noun, object, within }] = burst;
  const times = counted(burst.length, "time");
  const { size: names } = new Set(burst.map(({ object: name }) => name));
  // An agent has a new session, with another ID, after each restart.
  if (noun.many === AGENTS.many && names < burst.length)
    return `${did} ${names === 1 ? object : AGENTS.many} ${times}`;
  const { size } = new Set(burst.map(({ id, key }) => id || key));
  const many = `${did} ${counted(size, noun.one, noun.many)}`;
  if (size > 1) return within && burst.every((one) => one.within === within) ? `${many} in ${within}` : many;
  const named = noun.one === "" ? object : `${noun.one} “${object}”`;
  return `${did} ${named} ${times}`;
}
