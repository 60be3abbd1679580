import { once } from "node:events";
import http from "node:http";
import http2 from "node:http2";
import https from "node:https";
import tls from "node:tls";
import { afterEach, expect, test, vi } from "vitest";
import { HOST, startTestEdge, type TestEdge } from "./testing/test-edge.ts";

let t: TestEdge;
afterEach(() => t.dispose());

async function shop(drainMs: number) {
  t = await startTestEdge({ drainMs });
  await t.agent([{ proto: "http", forwards_to: t.appUrl, hostname: HOST }]);
  let asked = 0;
  let free: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  t.answer((request, response) => {
    asked += 1;
    if (request.url === "/waits") void freed.then(() => response.end("late"));
    else response.end("hello");
  });
  const waits = (count: number) => vi.waitFor(() => expect(asked).toBe(count));
  return { waits, free: () => free() };
}

// Cause: an idle connection over TLS, and one that had been busy, held a stop up until the drain time. Law: a stop waits for
// requests, not for those who ask nothing, and what runs is answered.
test("a stop waits for running requests and for nothing else", async () => {
  const { waits, free } = await shop(60_000);
  const at = { port: t.httpPort, host: "127.0.0.1", headers: { host: HOST } };
  const secure = { ...at, port: t.httpsPort, ca: t.authority.rootPem, servername: HOST };
  const agents = [
    new http.Agent({ keepAlive: true, maxSockets: 1 }),
    new https.Agent({ keepAlive: true, maxSockets: 1 }),
    new http.Agent({ keepAlive: true, maxSockets: 1 }),
    new https.Agent({ keepAlive: true, maxSockets: 1 }),
  ] as const;
  const [idle, secureIdle, busy, secureBusy] = agents;
  const text = async (asked: http.ClientRequest): Promise<string> => {
    const [answer] = (await once(asked, "response")) as [http.IncomingMessage];
    let got = "";
    for await (const chunk of answer) got += String(chunk);
    return got;
  };
  await text(http.get({ ...at, agent: idle }));
  await text(https.get({ ...secure, agent: secureIdle }));
  const session = http2.connect(`https://${HOST}`, {
    createConnection: () => tls.connect({ ...secure, ALPNProtocols: ["h2"] }),
  });
  const over2 = session.request({ ":path": "/waits", ":authority": HOST });
  const silent = http2.connect(`https://${HOST}`, {
    createConnection: () => tls.connect({ ...secure, ALPNProtocols: ["h2"] }),
  });
  await once(silent, "connect");
  const late = [
    text(http.get({ ...at, path: "/waits", agent: busy })),
    text(https.get({ ...secure, path: "/waits", agent: secureBusy })),
    once(over2, "data").then(([chunk]) => String(chunk)),
  ];
  await waits(5);
  const stopped = t.edge.stop();
  await expect(t.call("/")).rejects.toThrow(/ECONNREFUSED/);
  free();
  expect(await Promise.all(late)).toEqual(["late", "late", "late"]);
  await stopped;
  expect(t.events.filter(({ gatehouse }) => gatehouse?.outcome === "answered")).toHaveLength(5);
  for (const agent of agents) agent.destroy();
});

// Cause: the edge counted its connections as gone before their requests heard of it, and then called them left by their visitors.
// Law: what was cut off is in the traffic, as broken.
test("what the drain time cuts off is told of", async () => {
  const { waits } = await shop(50);
  const late = t.call("/waits");
  await waits(1);
  await Promise.all([expect(late).rejects.toThrow(/hang up|reset/), t.edge.stop()]);
  expect(t.events.map(({ gatehouse }) => gatehouse?.outcome)).toEqual(["broken"]);
});
