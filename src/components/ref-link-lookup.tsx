import {
  skipToken,
  type SkipToken,
  useQuery,
  type QueryFunction,
  type QueryKey,
} from "@tanstack/react-query";
import { apiKeyQuery } from "#resources/api-keys.ts";
import { backendQuery } from "#resources/backends.ts";
import { credentialQuery } from "#resources/credentials.ts";
import { edgeQuery } from "#resources/edges.ts";
import { endpointQuery } from "#resources/endpoints.ts";
import { isAbsent } from "#api/errors.ts";
import { anyEdgeQuery } from "#resources/module-owner.ts";
import { tunnelSessionQuery } from "#resources/tunnel-sessions.ts";
import { tunnelQuery } from "#resources/tunnels.ts";
import type { IdKind } from "#contract/common.ts";
import { backendName } from "#resources/backend-name.ts";
import { edgeName } from "#resources/edge-names.ts";
import { kindOf, type Reference } from "#resources/ref-target.ts";
import { RefLink } from "./ref-link.tsx";
import { sessionName } from "#resources/session-name.ts";
import { endpointName, tunnelName } from "#resources/tunnel-names.ts";

const FRESH_MS = 30_000;

type Lookup = { queryKey: QueryKey; queryFn: QueryFunction; select: (object: unknown) => string };

/** The reading of one object and how to call it; the name's type is checked here, where both are known. */
function lookup<T>(
  { queryKey, queryFn }: { queryKey: QueryKey; queryFn?: ((context: never) => T | Promise<T>) | SkipToken },
  nameOf: (object: T) => string,
): Lookup {
  return { queryKey, queryFn: queryFn as QueryFunction, select: nameOf as (object: unknown) => string };
}

const LOOKUPS: Partial<Record<IdKind, (id: string) => Lookup>> = {
  apiKey: (id) => lookup(apiKeyQuery(id), ({ description }) => description || id),
  credential: (id) => lookup(credentialQuery(id), ({ description }) => description || id),
  session: (id) => lookup(tunnelSessionQuery(id), sessionName),
  tunnel: (id) => lookup(tunnelQuery(id), tunnelName),
  endpoint: (id) => lookup(endpointQuery(id), endpointName),
  tunnelGroupBackend: (id) => lookup(backendQuery(id), backendName),
  httpsEdge: (id) => lookup(edgeQuery(id), edgeName),
  tlsEdge: (id) => lookup(anyEdgeQuery({ protocol: "tls", id }), edgeName),
  tcpEdge: (id) => lookup(anyEdgeQuery({ protocol: "tcp", id }), edgeName),
};
const NOTHING = { queryKey: ["ref", "unknown"], queryFn: skipToken, select: String } as const;

/** {@link RefLink} that asks the service for what the Ref points at: its id until, and unless, it is there. For detail pages. */
export function RefLookup({ reference, withId = true }: { reference: Reference; withId?: boolean }) {
  const kind = kindOf(reference.id);
  const of = kind === null ? undefined : LOOKUPS[kind];
  const { data, error } = useQuery<unknown, Error, string>({
    ...(of?.(reference.id) ?? NOTHING),
    staleTime: FRESH_MS,
    retry: false,
  });
  return (
    <RefLink
      reference={reference}
      name={data}
      known={data !== undefined && !isAbsent(error)}
      withId={withId}
    />
  );
}
