import { queryOptions } from "@tanstack/react-query";
import { readAppConfig } from "./app-config.ts";
import { pause } from "./pause.ts";
import { pollEvery } from "./query-client.ts";
import { servedConfig } from "./served-config.ts";

const KEY = ["closed-ports"];
/** So long after a write the service has looked at its ports, in milliseconds. */
const LOOKED_MS = 1000;

/** The ports of TCP addresses that the service's edge does not listen on now. Fails where /config.json can't be read. */
export const closedPortsQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ client, signal }) => {
    if (client.getQueryState(KEY)?.isInvalidated) await pause(LOOKED_MS, signal);
    return servedConfig(await readAppConfig(signal))?.edge?.closedPorts ?? [];
  },
  refetchInterval: pollEvery(15_000),
});
