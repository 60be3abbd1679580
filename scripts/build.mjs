// npm run build: console, service and agent, whatever is stale.
import { buildStale } from "./build-stale.mjs";

buildStale(["console", "node"]);
