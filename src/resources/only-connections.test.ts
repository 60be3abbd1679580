// Cause: the connections of an agent behind a TCP edge were called requests. Law: what carries no HTTP has connections.
import { expect, it } from "vitest";
import type { Tunnel } from "#contract/tunnel.ts";
import type { EdgeRow } from "./edge-discovery.ts";
import { onlyConnections } from "./only-connections.ts";

const sends = (id: string) => ({ backend: { enabled: true, backend: { id, uri: "" } } });
const edges = [
  { id: "edgtcp_1", ...sends("bkdtg_db") },
  { id: "edgtcp_2", ...sends("bkdtg_both") },
  { id: "edghts_1", routes: [{ id: "edghtsrt_1", match: "/", ...sends("bkdtg_both") }] },
] as unknown as EdgeRow[];
const own = (proto: string) => ({ id: "tn_1", proto }) as Tunnel;
const serves = (id: string) =>
  ({ id: "tn_1", labels: { app: id }, backends: [{ id, uri: "" }] }) as unknown as Tunnel;

it.each<[string, Tunnel[], boolean]>([
  ["a TCP address", [own("tcp")], true],
  ["a URL", [own("https")], false],
  ["a TCP address and a URL", [own("tcp"), own("https")], false],
  ["a backend of a TCP edge", [serves("bkdtg_db")], true],
  ["a backend of a route too", [serves("bkdtg_both")], false],
  ["a backend that nothing uses", [serves("bkdtg_none")], false],
  ["nothing", [], false],
])("of %s", (_, tunnels, only) => {
  expect(onlyConnections(tunnels, edges)).toBe(only);
});
