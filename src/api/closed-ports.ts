import { queryOptions } from "@tanstack/react-query";
import { readAppConfig } from "./app-config.ts";
import { pollEvery } from "./query-client.ts";
import { servedConfig } from "./served-config.ts";

/** The ports of TCP addresses that the service's edge does not listen on now. Fails where /config.json can't be read. */
export const closedPortsQuery = queryOptions({
  queryKey: ["closed-ports"],
  queryFn: async ({ signal }) => servedConfig(await readAppConfig(signal))?.edge?.closedPorts ?? [],
  refetchInterval: pollEvery(15_000),
});
