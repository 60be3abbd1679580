import { factsOf } from "#contract/modules/kinds.ts";

/** Title and purpose of a wire name; a kind this console does not know is called by its wire name. */
export function textsOf(kind: string): { title: string; purpose: string } {
  const { title = kind, purpose = "" } = factsOf(kind) ?? {};
  return { title, purpose };
}

/** Where the login of another route is mended: "Open OAuth on /dispatch". */
export const elsewhereLabel = ({ module, match }: { module: string; match: string }): string =>
  `Open ${textsOf(module).title} on ${match}`;
