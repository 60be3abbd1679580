import type { FleetAction } from "./action.ts";
import { leftWords, type Said } from "./action-text.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { Departure } from "./departures.ts";
import { sessionName } from "#resources/session-name.ts";
import { successorOf } from "./successor-of.ts";

/** A public URL that went with its agent during this visit, or that agent by its name. */
export type GoneUrl = {
  url: string;
  departure: Departure;
  /** How its agent left, or that it is back without this URL. */
  said: Said;
  /** What its agent serves now; none while it is away. */
  now: readonly Tunnel[];
};

/** What left during this visit, and what was told to. */
type Known = { left: readonly Departure[]; actions: readonly FleetAction[] };

/** A URL without its scheme and default port, in lower case. */
const plain = (url: string): string =>
  url
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .replace(/:(443|80)(?![^/?#])/, "");

/** Fewer letters than these name no URL. */
export const SHORTEST = 3;

/** Is it what was typed, as a whole, in part or as a path below? A report seldom names a port. */
function isNamed(url: string, wanted: string): boolean {
  const known = plain(url);
  const [host] = wanted.split(/[/?#]/);
  return known !== "" && (known.includes(wanted) || known === host || known.startsWith(`${host}:`));
}

/**
 * The URLs that `typed` names, as a whole, in part or as a path below, of agents that left and are not back with them, and the
 * names of such agents while they are away. The latest first.
 */
export function goneUrls(typed: string, { left, actions }: Known, online: readonly Tunnel[]): GoneUrl[] {
  const wanted = plain(typed);
  if (wanted.length < SHORTEST) return [];
  return allLeft(left, actions).flatMap((departure): GoneUrl[] => {
    const { session } = departure;
    const { isAway, isServed } = fateOf(departure, { left, actions }, online);
    const meant = [...urlsOf(departure, actions), ...(isAway ? [sessionName(session)] : [])].filter((url) =>
      isNamed(url, wanted),
    );
    // Most of what left is not what was typed: lists may be long.
    if (meant.length === 0) return [];
    const now = servesNow(departure, { left, actions }, online);
    if (!isAway && now.length === 0) return [];
    const said: Said = isAway
      ? leftWords(departure, actions)
      : { tone: "warn", text: "Online again at another address" };
    return meant.filter((url) => !isServed(url)).map((url) => ({ url, departure, said, now }));
  });
}

/** What an agent that left serves now; none while it is away. */
export function servesNow({ session }: Departure, { left, actions }: Known, online: readonly Tunnel[]) {
  const back = successorOf(actions, session.id, left);
  return online.filter(({ tunnel_session: by }) => back !== null && by?.id === back);
}

/** What came of a departure: whether its agent is away, and which URLs another serves. */
function fateOf({ session, back: again }: Departure, { left, actions }: Known, online: readonly Tunnel[]) {
  const back = successorOf(actions, session.id, left);
  const isServed = (url: string) =>
    online.some((one) => one.public_url === url && one.tunnel_session?.id !== session.id);
  return { isAway: back === null && again === undefined, isServed };
}

/** The URLs that went with agents which are away and are not just restarting. The latest first. */
export const urlsAway = ({ left, actions }: Known, online: readonly Tunnel[]): GoneUrl[] =>
  allLeft(left, actions).flatMap((departure): GoneUrl[] => {
    const { isAway, isServed } = fateOf(departure, { left, actions }, online);
    const said = leftWords(departure, actions);
    if (!isAway || said.tone !== "off") return [];
    return urlsOf(departure, actions)
      .filter((url) => !isServed(url))
      .map((url) => ({ url, departure, said, now: [] }));
  });

/** Who left, the latest first: as the list was seen without it, or as a command was seen to end it. */
function allLeft(left: readonly Departure[], actions: readonly FleetAction[]): Departure[] {
  const told = actions.flatMap(({ session, leftAt }): Departure[] =>
    leftAt === undefined ? [] : [{ session, seenAt: leftAt, leftAt }],
  );
  return [...new Map([...told, ...left].map((one) => [one.session.id, one])).values()].toReversed();
}

/**
 * What went with it: the URLs of its tunnels as last read; where that was before they were, what its command was to take offline, of
 * which an edge may have some and serve other routes there still.
 */
export function urlsOf({ session, served = [] }: Departure, actions: readonly FleetAction[]): string[] {
  if (served.length > 0) return [...new Set(served.flatMap(({ public_url: url }) => url ?? []))];
  const own = actions.filter(({ sessionId }) => sessionId === session.id).flatMap(({ urls }) => urls);
  return [...new Set(own)];
}
