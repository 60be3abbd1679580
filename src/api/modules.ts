import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { MODULE_CONTRACTS, type KnownModule } from "#contract/modules/contracts.ts";
import { request } from "./client.ts";
import { edgeKeys, routePath } from "./edges.ts";
import { isAbsent } from "./errors.ts";

/** Which module of which route. */
export type ModuleAddress = { edgeId: string; routeId: string; kind: KnownModule };

/** A module as the service answers it, or null when it is not set. */
export type ModuleValue = { [field: string]: unknown } | null;

const keyOf = ({ edgeId, routeId, kind }: ModuleAddress) => [
  ...edgeKeys.route(edgeId, routeId),
  "module",
  kind,
];
const pathOf = ({ edgeId, routeId, kind }: ModuleAddress) =>
  `${routePath(edgeId, routeId)}/${encodeURIComponent(kind)}`;

/** Reads a module fresh from the service. 404 = not set (the same answer as for a route that does not exist). */
async function readModule(address: ModuleAddress, signal?: AbortSignal): Promise<ModuleValue> {
  const { answer } = MODULE_CONTRACTS[address.kind];
  try {
    return await request({ method: "GET", path: pathOf(address), answer, signal });
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** The module of a route, null when it is not set. */
export function moduleQuery(address: ModuleAddress) {
  return queryOptions({
    queryKey: keyOf(address),
    queryFn: ({ signal }) => readModule(address, signal),
  });
}

export type ModuleWrites = {
  /** Reads past the cache, for the check just before a write. */
  read: () => Promise<ModuleValue>;
  /** Replaces the module and answers what the service made of it; null removes it. */
  write: (value: ModuleValue) => Promise<ModuleValue>;
};

/** Reads and writes of one module. A write puts its answer in the cache, then refreshes the route and edge that show it. */
export function useModuleWrites(address: ModuleAddress): ModuleWrites {
  const client = useQueryClient();
  const { edgeId, routeId } = address;
  const settle = (value: ModuleValue) => {
    client.setQueryData(keyOf(address), value);
    void client.invalidateQueries({ queryKey: edgeKeys.route(edgeId, routeId), exact: true });
    void client.invalidateQueries({ queryKey: edgeKeys.detail(edgeId) });
    void client.invalidateQueries({ queryKey: edgeKeys.list });
    return value;
  };
  return {
    read: async () => {
      const value = await readModule(address);
      client.setQueryData(keyOf(address), value);
      return value;
    },
    write: async (value) => {
      if (value !== null) return settle(await put(address, value));
      await remove(address);
      return settle(null);
    },
  };
}

function put(address: ModuleAddress, body: ModuleValue): Promise<ModuleValue> {
  const { answer } = MODULE_CONTRACTS[address.kind];
  return request({ method: "PUT", path: pathOf(address), body, answer });
}

/** A module that is gone already counts as removed. */
async function remove(address: ModuleAddress): Promise<void> {
  try {
    await request({ method: "DELETE", path: pathOf(address) });
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}
