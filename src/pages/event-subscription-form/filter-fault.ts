import { parse } from "@bufbuild/cel";
import { eventFilterFault } from "#contract/event-filter-fault.ts";

/** Why a filter can’t be used, by the check that the service makes. */
export const faultOf = (type: string, text: string) => eventFilterFault(parse, type, text);
