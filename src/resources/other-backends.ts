import { queryOptions, useQuery } from "@tanstack/react-query";
import { servedConfig } from "#api/served-config.ts";
import { appConfigQuery } from "#api/app-config.ts";
import { isAbsent } from "#api/errors.ts";
import { fetchList } from "#api/list.ts";
import { TunnelGroupBackend } from "#contract/backend.ts";
import { BACKEND_KINDS } from "#contract/common.ts";
import { backends } from "./backends.ts";
import { needsNoAgent } from "./edge-way.ts";
import { kindOf } from "./ref-target.ts";

/** The kinds that other services of the family have besides (protocol-facts.md#backends). */
const OTHERS = {
  http_response: "HTTP response",
  failover: "failover",
  weighted: "weighted",
  static: "static",
};

/** A backend of one of them. */
export type OtherBackend = TunnelGroupBackend & {
  /** "static". */
  kind: string;
  /** As the service answers it. */
  answer: TunnelGroupBackend;
  /** Its path below the base URL. */
  path: string;
};

const OTHERS_KEY = ["backends", "others"];
type Others = { rows: OtherBackend[]; absent: readonly string[] };

/**
 * The backends of the kinds that this console can't edit, of those that the service has as far as its host says. A kind that
 * turned out to be absent is not asked for again in this visit.
 */
export const otherBackends = queryOptions({
  queryKey: OTHERS_KEY,
  queryFn: async ({ client, signal }): Promise<Others> => {
    const config = servedConfig(await client.ensureQueryData(appConfigQuery));
    const known = client.getQueryData<Others>(OTHERS_KEY)?.absent ?? [];
    const kinds = Object.entries(OTHERS).filter(
      ([name]) => !known.includes(name) && (config?.backends?.includes(name) ?? true),
    );
    const absent = [...known];
    const lists = kinds.map(async ([name, kind]): Promise<OtherBackend[]> => {
      const path = `/backends/${name}`;
      try {
        const found = await fetchList({ path, key: "backends", item: TunnelGroupBackend, signal });
        return found.map((one) => ({
          ...one,
          answer: one,
          kind,
          path: `${path}/${encodeURIComponent(one.id)}`,
        }));
      } catch (error) {
        if (!isAbsent(error)) throw error;
        absent.push(name);
        return [];
      }
    });
    return { rows: (await Promise.all(lists)).flat(), absent };
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** The query of one of them, out of all. */
export const otherBackend = (id: string) => ({
  ...otherBackends,
  select: ({ rows }: Others) => rows.find((row) => row.id === id),
});

/** Whether an id is of one of these kinds. */
export function isOtherBackend(id: string): boolean {
  const kind = kindOf(id);
  return kind !== "tunnelGroupBackend" && BACKEND_KINDS.some((one) => one === kind);
}

/** What serves a backend that is no tunnel group. */
export const withoutTunnels = (id: string) =>
  needsNoAgent(id) ? "No agent needed" : "Unknown, sends to other backends";

/** Whether no backend has a text as its ID, as far as the list that would have it is read. */
export function useIsNoBackend(enabled = true): (id: string) => boolean {
  const { data: groups } = useQuery({ ...backends.query, enabled, staleTime: 10_000 });
  const { data: others } = useQuery({ ...otherBackends, enabled: groups !== undefined });
  return (id) => {
    if (!BACKEND_KINDS.some((kind) => kind === kindOf(id))) return true;
    const list = isOtherBackend(id) ? others?.rows : groups;
    return list?.every((one) => one.id !== id) === true;
  };
}
