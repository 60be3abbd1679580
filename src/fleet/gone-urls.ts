import type { FleetAction } from "./action.ts";
import { leftWords, type Said } from "./action-text.ts";
import type { Departure } from "./departures.ts";

/** A public URL that went with its agent during this visit. */
export type GoneUrl = {
  url: string;
  departure: Departure;
  /** How its agent left. */
  said: Said;
};

/** A URL without its scheme, default port and last slash, in lower case. */
const plain = (url: string): string =>
  url
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .replace(/[?#].*$/, "")
    .replace(/:(443|80)(?=\/|$)/, "")
    .replace(/\/$/, "");

/** Fewer letters than these name no URL. */
const SHORTEST = 4;

/** The URLs that `typed` names, as a whole, in part or as a path below, of agents that left and are not back. The latest first. */
export function goneUrls(
  typed: string,
  left: readonly Departure[],
  actions: readonly FleetAction[],
): GoneUrl[] {
  const wanted = plain(typed);
  if (wanted.length < SHORTEST) return [];
  const away = left.filter(({ back }) => back === undefined).toReversed();
  return away.flatMap((departure) =>
    (departure.served ?? []).flatMap(({ public_url: url }) => {
      const known = plain(url ?? "");
      const isNamed = known !== "" && (known.includes(wanted) || wanted.startsWith(`${known}/`));
      return url && isNamed ? [{ url, departure, said: leftWords(departure, actions) }] : [];
    }),
  );
}
