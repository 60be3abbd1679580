import { queryOptions, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { request } from "#api/client.ts";
import { isAbsent } from "#api/errors.ts";
import { scannedList } from "#api/scanned-list.ts";
import type { Check } from "#contract/check.ts";
import { KINDS, type ResourceKind } from "./kinds.ts";

/** Where a reading is made, and how it is given up. */
type Reading = { client: QueryClient; signal?: AbortSignal | undefined };

type CollectionOptions<T, Made, Create, Update> = {
  /** Where they are listed and a new one is posted, below the base URL. */
  path: string;
  answer: Check<T>;
  /** Of the answer to a POST, where it holds more than any later one: a token, which no cache may hold. */
  made?: Check<Made>;
  /** What a request may say that makes one, or changes one. */
  create?: z.ZodMiniType<Create>;
  update?: z.ZodMiniType<Update>;
  detailKey: (id: string) => QueryKey;
  /** The queries that show them besides, read again after a write. */
  shownIn: readonly QueryKey[];
  /** Where one is looked for when the service can't read it by its id. */
  lookUp?: (id: string, reading: Reading) => Promise<T | undefined>;
};

/** Objects under one path: how each is addressed, read and written. */
export type Collection<T, Made = T, Create = never, Update = never> = ReturnType<
  typeof collection<T, Made, Create, Update>
>;

export function collection<T, Made = T, Create = never, Update = never>(
  of: CollectionOptions<T, Made, Create, Update>,
) {
  /** Path of one below the base URL, its id encoded. */
  const pathOf = (id: string) => `${of.path}/${encodeURIComponent(id)}`;
  /** Reads one past the cache. @throws ApiError 404 once it is not there. */
  const fetchOne = async (id: string, reading: Reading): Promise<T> => {
    try {
      return await request({
        method: "GET",
        path: pathOf(id),
        answer: of.answer,
        signal: reading.signal,
        kept: true,
      });
    } catch (error) {
      const found = isAbsent(error) ? await of.lookUp?.(id, reading) : undefined;
      if (found === undefined) throw error;
      return found;
    }
  };
  /** The query of one. */
  const detail = (id: string) =>
    queryOptions({
      queryKey: of.detailKey(id),
      queryFn: ({ client, signal }) => fetchOne(id, { client, signal }),
    });
  return { ...of, pathOf, fetchOne, detail };
}

/** The resources of the public Terraform provider; it has none for edges, routes and their modules. */
export type TerraformResource =
  | "ngrok_api_key"
  | "ngrok_certificate_authority"
  | "ngrok_credential"
  | "ngrok_ip_policy"
  | "ngrok_ip_policy_rule"
  | "ngrok_tunnel_group_backend";

type ResourceOptions<T extends { id: string }, Made, Create, Update> = Omit<
  CollectionOptions<T, Made, Create, Update>,
  "detailKey" | "shownIn" | "lookUp"
> & {
  kind: ResourceKind;
  /** Its name in the answer of the list, which begins the keys of its queries too. */
  key: string;
  /** Whether the service may say what changed since a version of the list. */
  changes?: true;
  /** Where the rows come from instead, when the service does not have this list. */
  fallback?: (client: QueryClient) => Promise<T[]>;
  terraform?: TerraformResource;
  /** Whether a row of the list stands for one that the service can't read by its id. */
  standsFor?: (row: T) => boolean;
  nameOf: (row: T) => string;
  /** What else the palette finds one by. */
  moreOf?: (row: T) => readonly (string | null | undefined)[];
};

/**
 * A kind of resource, said once: what it is called and where its pages are ({@link KINDS}), its list, how one is read and
 * written (`writesOf`), and how its rows are named and found. The whole list is read newest first.
 */
export function resource<T extends { id: string }, Made = T, Create = never, Update = never>(
  of: ResourceOptions<T, Made, Create, Update>,
) {
  const list = scannedList({ ...of, item: of.answer });
  const one = collection({
    ...of,
    detailKey: (id) => [of.key, "detail", id],
    shownIn: [list.query.queryKey],
    lookUp: async (id, { client }) => {
      if (!of.standsFor) return undefined;
      const rows = await client.fetchQuery(list.query);
      return rows.find((row) => row.id === id && of.standsFor?.(row));
    },
  });
  return { ...KINDS[of.kind], ...of, ...list, ...one };
}
