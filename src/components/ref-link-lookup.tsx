import { skipToken, useQuery } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import { resourceOf, type Row } from "#resources/all.ts";
import type { Reference } from "#resources/kinds.ts";
import { RefLink } from "./ref-link.tsx";

const FRESH_MS = 30_000;
const NOTHING = { queryKey: ["ref", "unknown"], queryFn: skipToken } as const;

/** {@link RefLink} that asks the service for what the Ref points at: its id until, and unless, it is there. For detail pages. */
export function RefLookup({ reference, withId = true }: { reference: Reference; withId?: boolean }) {
  const of = resourceOf(reference.id);
  const { data, error } = useQuery<Row>({
    ...(of?.detail?.(reference.id) ?? NOTHING),
    staleTime: FRESH_MS,
    retry: false,
  });
  return (
    <RefLink
      reference={reference}
      name={data && of?.nameOf(data)}
      known={data !== undefined && !isAbsent(error)}
      withId={withId}
    />
  );
}
