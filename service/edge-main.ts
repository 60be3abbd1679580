import { EDGE_ALONE_FLAGS, EDGE_HELP, readEdgeConfig } from "./edge-alone-config.ts";
import { logger, notStarted, say, settings, stopOnSignal } from "./program.ts";
import { startEdgeAlone } from "./start-edge-alone.ts";

const config = settings(EDGE_ALONE_FLAGS, EDGE_HELP, readEdgeConfig);
const log = logger(config.log);

try {
  const { httpPort, httpsPort, stop } = await startEdgeAlone(config, log);
  stopOnSignal(log, stop);
  say(`The edge is ready: HTTP at port ${httpPort ?? "off"}, HTTPS at port ${httpsPort ?? "off"}`);
} catch (error) {
  notStarted(log, error);
}
