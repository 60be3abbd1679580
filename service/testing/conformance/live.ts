import { pino } from "pino";
import type { TunnelRequest } from "#contract/agent-protocol.ts";
import { openSession } from "#agent/session.ts";
import type { Host } from "#agent/host.ts";
import { createMemoryHost, type MemoryHost } from "../../demo/memory-host.ts";
import { demoProfiles } from "../../demo/profiles.ts";
import { type AgentGateway, createGateway } from "../../gateway/gateway.ts";
import { helloOf, RawAgent } from "../test-gateway.ts";
import { callOver, startTestApp } from "../test-app.ts";
import { makeWorld, type Online, type World } from "./world.ts";

/** The agent's time to answer a command, in milliseconds. */
const COMMAND_MS = 400;

type Agent = {
  host?: Host;
  transport?: "service/2" | "ssh";
  tunnels?: TunnelRequest[];
};

/** A world behind a real socket, whose agents are connected to it. */
export type LiveWorld = World & {
  /** Connects an agent, on a host of the demo unless given. */
  agent: (agent?: Agent) => Promise<Online>;
  /** Connects one that speaks the protocol by hand and does nothing of itself. */
  rawAgent: () => Promise<{ session: string; agent: RawAgent }>;
  /** As between the signal to stop and the end. */
  whileStopping: <T>(act: () => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

/** A host of the demo, one release behind and never done with an update, unless told otherwise. */
export function hostOf({ version = "3.17.4", updateMs = 60_000, updateCheck = true } = {}): MemoryHost {
  const [profile] = demoProfiles(1);
  if (!profile) throw new Error("The demo has no agents.");
  return createMemoryHost({ ...profile, updateCheck }, version, updateMs);
}

/** The service as it runs: its app over HTTP on a port, with the gateway that its agents connect to. */
export async function startLiveWorld({
  rateLimit = 0,
  keyFailures = 0,
  ...more
}: Pick<
  NonNullable<Parameters<typeof startTestApp>[0]>,
  "rateLimit" | "keyFailures" | "edgeTests"
> = {}): Promise<LiveWorld> {
  let stopping = false;
  const closing: (() => Promise<unknown>)[] = [];
  let gateway: AgentGateway | undefined;
  const running = (): AgentGateway => {
    if (!gateway) throw new Error("The gateway is not there yet.");
    return gateway;
  };
  const app = await startTestApp({
    ...more,
    rateLimit,
    keyFailures,
    stopping: () => stopping,
    gateway: {
      command: (...given) => running().command(...given),
      disconnectCredential: (...given) => running().disconnectCredential(...given),
      close: () => running().close(),
    },
  });
  gateway = createGateway({
    db: app.db,
    log: pino({ base: null }, { write: (line: string) => void app.logged.push(line) }),
    nodeId: "conformance",
    commandTimeoutMs: COMMAND_MS,
  });
  await gateway.ready;
  const http = await app.listen();
  gateway.attach(http.server);
  const overSocket = async (path: string, init?: RequestInit) => fetch(`${http.origin}${path}`, init);
  const url = `${http.origin.replace("http:", "ws:")}/agent`;
  const live = { ...app, fetch: overSocket, call: callOver(overSocket, app.key) };
  let hosts = 0;

  async function agent({ host = hostOf(), transport, tunnels }: Agent = {}): Promise<Online> {
    hosts += 1;
    const asked = tunnels ?? [
      { proto: "https", forwards_to: "http://localhost:80", hostname: `a${hosts}.example` },
    ];
    const { token: authtoken } = await world.make("/credentials", {}, { acl: [] });
    const ids = await new Promise<{ session: string; tunnel: string }>((online) => {
      const session = openSession({
        url,
        authtoken: String(authtoken),
        host,
        ...(transport && { transport }),
        tunnels: asked,
        onOnline: ({ session_id, tunnels: [first] }) =>
          online({ session: session_id, tunnel: first?.id ?? "" }),
      });
      closing.push(session.close);
    });
    type Tunnel = { endpoint?: { id: string } };
    const { body } = await live.call<Tunnel>(`GET /tunnels/${ids.tunnel}`);
    return { ...ids, endpoint: body.endpoint?.id ?? "" };
  }

  async function rawAgent(): Promise<{ session: string; agent: RawAgent }> {
    const { token } = await world.make("/credentials", {}, { acl: [] });
    const raw = new RawAgent(url);
    closing.push(async () => raw.socket.terminate());
    return { session: (await raw.join(helloOf(String(token)))).session_id, agent: raw };
  }

  const world = makeWorld(live, { origin: http.origin, online: () => agent() });
  return {
    ...world,
    agent,
    rawAgent,
    whileStopping: async (act) => {
      stopping = true;
      return act().finally(() => (stopping = false));
    },
    close: async () => {
      await Promise.all(closing.map((close) => close()));
      await running().close();
      stopping = true;
      await http.stop();
      await app.close();
    },
  };
}
