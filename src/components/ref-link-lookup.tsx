import { skipToken, useQuery } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import { resourceOf, type Row } from "#resources/all.ts";
import type { Reference } from "#resources/kinds.ts";
import { RefLink } from "./ref-link.tsx";

const FRESH_MS = 30_000;
const NOTHING = { queryKey: ["ref", "unknown"], queryFn: skipToken } as const;

function useLookup(reference: Reference): { name: string | undefined; known: boolean } {
  const of = resourceOf(reference.id);
  const { data, error } = useQuery<Row>({
    ...(of?.detail?.(reference.id) ?? NOTHING),
    staleTime: FRESH_MS,
    retry: false,
  });
  return { name: data && of?.nameOf(data), known: data !== undefined && !isAbsent(error) };
}

/** What a Ref points at by its name alone, where a link would be in the way: its id until, and unless, it is there. */
export function RefName({ id }: { id: string }): string {
  return useLookup({ id }).name ?? id;
}

/** {@link RefLink} that asks the service for what the Ref points at: its id until, and unless, it is there. For detail pages. */
export function RefLookup({ reference, withId = true }: { reference: Reference; withId?: boolean }) {
  return <RefLink reference={reference} {...useLookup(reference)} withId={withId} />;
}
