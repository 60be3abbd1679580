import { departures } from "./departures.ts";
import { createLedger } from "./ledger.ts";
import { tabStorage } from "#ui/visit-store.ts";

/** The ledger of this tab. */
export const ledger = createLedger(tabStorage());

/** Every action of this tab, oldest first. */
export const useActions = ledger.useValue;

/** Every session that left during this visit, oldest first. */
export const useDepartures = departures.useValue;
