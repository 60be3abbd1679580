import { Tunnel } from "#contract/tunnel.ts";
import { scannedList } from "./scanned-list.ts";

/** Every online tunnel, newest first (api.md, Tunnels). */
export const tunnels = scannedList({ path: "/tunnels", key: "tunnels", item: Tunnel });
