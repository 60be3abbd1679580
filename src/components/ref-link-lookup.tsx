import { skipToken, useQuery } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import { resourceOf, resourceOfKind, type Row } from "#resources/all.ts";
import type { Reference } from "#resources/kinds.ts";
import { isOtherBackend, otherBackend } from "#resources/other-backends.ts";
import { shortenId } from "#ui/format.ts";
import { RefLink } from "./ref-link.tsx";

const FRESH_MS = 30_000;
const NOTHING = { queryKey: ["ref", "unknown"], queryFn: skipToken } as const;

/** The query of what has the id: its own, or of the list that it is in where an id alone addresses none, as of a route. */
function lookupOf(id: string) {
  const of = resourceOf(id);
  if (!of) return isOtherBackend(id) ? otherBackend(id) : NOTHING;
  if (of.detail) return of.detail(id);
  const { query, within = (rows: readonly Row[]) => rows } = of;
  return { ...query, select: (rows: Row[]) => within(rows).find((row) => row.id === id) };
}

function useLookup({ id }: Reference): { row: Row | undefined; name: string | undefined; known: boolean } {
  const { data: row, error } = useQuery<Row | Row[], Error, Row | undefined>({
    staleTime: FRESH_MS,
    ...(lookupOf(id) as object as typeof NOTHING),
    refetchInterval: false,
    retry: false,
  });
  const { nameOf } = resourceOf(id) ?? resourceOfKind("tunnelGroupBackend");
  return { row, name: row && nameOf(row), known: row !== undefined && !isAbsent(error) };
}

/**
 * What a Ref points at by its name alone, where a link would be in the way: `otherwise` until, and unless, it is there, which
 * is its id in short unless given.
 */
export function RefName({ id, otherwise = shortenId(id) }: { id: string; otherwise?: string | undefined }) {
  return <span title={id}>{useLookup({ id }).name ?? otherwise}</span>;
}

type LookupProps = {
  reference: Reference;
  /** What it was called, of what this visit knows to have ended: its page knows it still. */
  lastName?: string | undefined;
  /** What it was called, of what is gone. */
  otherwise?: string | undefined;
  withId?: boolean;
  inText?: boolean;
};

/** {@link RefLink} that asks the service for what the Ref points at: its id until, and unless, it is there. For detail pages. */
export function RefLookup({ reference, lastName, otherwise, withId = true, inText = false }: LookupProps) {
  const { row, name = lastName ?? otherwise, known } = useLookup(reference);
  const isKnown = known || lastName !== undefined;
  return <RefLink reference={{ ...row, ...reference }} known={isKnown} {...{ name, withId, inText }} />;
}
