import { idsOf, KEPT_BY_PAGES } from "#fleet/last-known.ts";
import { createVisitStore, tabStorage } from "#ui/visit-store.ts";

/** Sessions of whose leaving the overview tells no more during this visit; the lists, the palette and their own pages do. */
export const quieted = createVisitStore(tabStorage(), KEPT_BY_PAGES[1], idsOf);
