import type { Entry } from "./entries.ts";
import { unique } from "./results.ts";

const MOST = 6;
let recent: readonly Entry[] = [];

/** What was chosen lately, the latest first. In memory alone: it ends with the visit, or with the connection. */
export function recentEntries(): readonly Entry[] {
  return recent;
}

/** Keeps a choice that leads somewhere or sets something; what asks or copies is not offered again. */
export function remember(entry: Entry): void {
  if (entry.action.do === "go" || entry.action.do === "theme")
    recent = unique([entry, ...recent]).slice(0, MOST);
}

/** Forgets all choices. */
export function forgetRecent(): void {
  recent = [];
}
