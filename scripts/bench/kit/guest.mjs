// An agent beside the demo's that comes and goes, so that the list of sessions changes without a request of the API.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { ask, origin } from "../../load/service.mjs";

/** Between two of its sessions, in milliseconds. */
const PAUSE_MS = 5;
const HELLO = {
  type: "hello",
  agent_version: "3.18.2",
  os: "linux",
  arch: "x64",
  transport: "service/2",
  metadata: JSON.stringify({ host: "guest", team: "bench" }),
  capabilities: { restart: "", stop: "", update: "" },
  tunnels: [],
};

/** Comes and goes until `stop`. */
export async function guest() {
  const { token } = await ask("/credentials", {});
  const over = new AbortController();
  const live = async () => {
    while (!over.signal.aborted) {
      const socket = new WebSocket(`${origin.replace("http", "ws")}/agent`, "gatehouse.agent.v1");
      await once(socket, "open");
      socket.send(JSON.stringify({ ...HELLO, authtoken: token }));
      // Its welcome, after the commit.
      await once(socket, "message");
      socket.terminate();
      await sleep(PAUSE_MS);
    }
  };
  const living = live();
  return {
    stop: () => {
      over.abort();
      return living;
    },
  };
}
