import { departures } from "./departures.ts";
import { ledger } from "./use-fleet.ts";

/** Forgets what this tab saw of agents and told them: another account is looked at. */
export function forgetVisit(): void {
  ledger.clear();
  departures.set([]);
  void import("./last-known.ts").then(({ forgetKnown }) => forgetKnown()).catch(() => {});
}
