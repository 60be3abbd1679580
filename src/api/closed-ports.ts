import { queryOptions } from "@tanstack/react-query";
import { AppConfig } from "#contract/app-config.ts";
import { pollEvery } from "./query-client.ts";
import { servedConfig } from "./served-config.ts";

/** The ports of TCP addresses that the service's edge does not listen on now. Fails where /config.json can't be read. */
export const closedPortsQuery = queryOptions({
  queryKey: ["closed-ports"],
  queryFn: async ({ signal }) => {
    const response = await fetch("/config.json", { cache: "no-cache", signal });
    return servedConfig(AppConfig.parse(await response.json()))?.edge?.closedPorts ?? [];
  },
  refetchInterval: pollEvery(15_000),
});
