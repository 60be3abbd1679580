import { ALL_CONTRACTS } from "./contracts.ts";
import type { KindFacts } from "./module-contract.ts";
import { TERMS } from "./terms.ts";

/** What is no fact but a schema, or its example; functions are no JSON. */
const WITHOUT = { request: undefined, answer: undefined, example: undefined };

/**
 * Every module kind without its schemas: JSON alone. The console's build puts this list's value in place of this file
 * (vite.config.ts), so that what only lists kinds loads no contract.
 */
export const KINDS: readonly (KindFacts & { terms: readonly string[] })[] = ALL_CONTRACTS.map((contract) => ({
  ...(JSON.parse(JSON.stringify({ ...contract, ...WITHOUT })) as KindFacts),
  terms: TERMS[contract.kind] ?? [],
}));
