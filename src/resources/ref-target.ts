import { BACKEND_KINDS, ID_PREFIXES, type IdKind } from "#contract/common.ts";
import { KINDS, type Kind, type Reference } from "./kinds.ts";

const PREFIXES = new Map<string, IdKind>(
  Object.entries(ID_PREFIXES).map(([kind, prefix]) => [prefix, kind as IdKind]),
);

/** What an id is the id of, by its prefix; null for a prefix that this console does not know. */
export function kindOf(id: string): IdKind | null {
  return PREFIXES.get(/^([a-z]+)_./.exec(id)?.[1] ?? "") ?? null;
}

/** Every kind of backend is shown on one page. */
const BACKENDS = Object.fromEntries(BACKEND_KINDS.map((kind) => [kind, KINDS.tunnelGroupBackend]));
const PAGES: { readonly [Name in IdKind]?: Kind } = { ...KINDS, ...BACKENDS };

/** The page of what a Ref points at; null where this console has none. */
export function refHref(reference: Reference): string | null {
  const kind = kindOf(reference.id);
  return (kind && PAGES[kind]?.page(reference)) ?? null;
}

/** What a visitor of a refusal was shown, wherever it is in what was pasted of that page. */
const OPERATION = /^(?:.*\s)?(op_[0-9A-Za-z]{8,})$/;

/** The id of an operation in a typed text; null where it has none. */
export const operationIn = (text: string): string | null => OPERATION.exec(text.trim())?.[1] ?? null;
