import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { upgradeTo } from "#contract/link-upgrade.ts";
import type { Peer } from "../account.ts";
import { createLinks, type Links } from "../links/links.ts";
import { type KeyPair, makeRoot, openAuthority } from "../tls/authority.ts";
import { createPeers, type Peers } from "./peers.ts";
import { createProofs } from "./proof.ts";
import { PEER_PATH, PEER_PROTOCOL } from "./protocol.ts";
import { type PeerServer, servePeers } from "./server.ts";

/** Sooner than a silent connection is given up. */
const HEARD_MS = 2_500;
const SECRET = Buffer.alloc(32, 7);
let root: KeyPair;
let app: net.Server;
let warned: object[];
let ends: (() => Promise<void> | void)[];

beforeEach(async () => {
  root = await makeRoot();
  warned = [];
  ends = [];
  app = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => undefined);
    socket.pipe(socket);
  });
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
});
afterEach(async () => {
  for (const end of ends) await end();
  app.close();
});

const log = { warn: (facts: object) => void warned.push(facts) };

/** The agents of an edge: one, whose session is ts_1, and whose tunnel leads to the app. */
function agents(): Pick<Links, "open" | "onGone"> & { gone: (sessionId: string) => void } {
  const listeners: ((sessionId: string) => void)[] = [];
  const none = createLinks({ ask: () => false, drainMs: 0 });
  return {
    open: async (sessionId, tunnelId) => {
      if (sessionId !== "ts_1") return none.open(sessionId, tunnelId);
      const socket = net.connect({ port: (app.address() as AddressInfo).port, allowHalfOpen: true });
      await once(socket, "connect");
      return socket;
    },
    onGone: (told) => void listeners.push(told),
    gone: (sessionId) => listeners.forEach((told) => told(sessionId)),
  };
}

async function serve(links = agents(), url = "http://127.0.0.1:0"): Promise<PeerServer & { peer: Peer }> {
  const certificates = (await openAuthority(root)).leaf;
  const proofs = createProofs(SECRET, "b");
  const server = await servePeers({ url: new URL(url), proofs, links, certificates, log });
  ends.push(() => server.stop(0));
  return { ...server, peer: { id: "b", url: server.url } };
}

function dial(secret = SECRET, lostMs = 15_000): Peers {
  const proofs = createProofs(secret, "a");
  const peers = createPeers({ proofs, rootPem: root.certificatePem, log, pingMs: 50, lostMs });
  ends.unshift(peers.close);
  return peers;
}

async function echo(stream: Duplex, text: string): Promise<string> {
  let got = "";
  stream.on("data", (data: Buffer) => (got += data.toString()));
  stream.end(text);
  await once(stream, "end");
  return got;
}

test.each(["http", "https"])("streams of many lengths over one %s link", async (scheme) => {
  const { peer } = await serve(agents(), `${scheme}://127.0.0.1:0`);
  const peers = dial();
  const texts = ["", "hello", "x".repeat(3_000_000)];
  const got = await Promise.all(
    texts.map(async (text) => echo(await peers.open(peer, "ts_1", "tn_1"), text)),
  );
  expect(got.map((text) => text.length)).toEqual(texts.map((text) => text.length));
  expect(warned).toEqual([]);
});

test("who does not have the secret opens nothing, on either side, and the log says so", async () => {
  const { peer } = await serve();
  const wrong = dial(Buffer.alloc(32, 8));
  await expect(wrong.open(peer, "ts_1", "tn_1")).rejects.toMatchObject({ code: "NO_PEER" });
  expect(JSON.stringify(warned)).toMatch(/does not have the account’s secret/);
  const unproved: Record<string, string>[] = [{}, { "gatehouse-peer-proof": "" }];
  for (const headers of unproved) {
    const url = new URL(PEER_PATH, peer.url!);
    const asked = upgradeTo({ url, protocol: PEER_PROTOCOL, headers, timeoutMs: 1_000 });
    await expect(asked).rejects.toThrow(/403/);
  }
  expect((await fetch(peer.url!)).status).toBe(403);
  // An edge whose answer proves nothing gets no stream either.
  const liar = net.createServer((socket) =>
    socket.write(`HTTP/1.1 101 Hi\r\nConnection: Upgrade\r\nUpgrade: ${PEER_PROTOCOL}\r\n\r\n`),
  );
  liar.listen(0, "127.0.0.1");
  await once(liar, "listening");
  const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
  await expect(dial().open({ id: "c", url }, "ts_1", "tn_1")).rejects.toMatchObject({ code: "NO_PEER" });
  liar.close();
});

test("a certificate of another authority is not believed", async () => {
  const { peer } = await serve(agents(), "https://127.0.0.1:0");
  root = await makeRoot();
  await expect(dial().open(peer, "ts_1", "tn_1")).rejects.toMatchObject({ code: "NO_PEER" });
});

test("one hop at most: what the other edge does not hold itself it refuses", async () => {
  const { peer } = await serve();
  await expect(dial().open(peer, "ts_elsewhere", "tn_1")).rejects.toMatchObject({ code: "NO_LINK" });
});

test("agents that leave are told across, and only to those who use them", async () => {
  const links = agents();
  const { peer } = await serve(links);
  const peers = dial();
  const told: string[] = [];
  peers.onGone((sessionId) => told.push(sessionId));
  const stream = await peers.open(peer, "ts_1", "tn_1");
  links.gone("ts_2");
  links.gone("ts_1");
  await vi.waitFor(() => expect(told).toEqual(["ts_1"]));
  expect(await echo(stream, "still")).toBe("still");
});

test("a stop lets streams finish and takes no new ones", async () => {
  const server = await serve();
  const peers = dial();
  const told: string[] = [];
  peers.onGone((sessionId) => told.push(sessionId));
  const stream = await peers.open(server.peer, "ts_1", "tn_1");
  const stopped = server.stop(5_000);
  await vi.waitFor(() => expect(told).toEqual(["ts_1"]));
  await expect(peers.open(server.peer, "ts_1", "tn_1")).rejects.toMatchObject({ code: "NO_PEER" });
  expect(await echo(stream, "last")).toBe("last");
  await stopped;
});

test("who cancels is heard on the other side, both ways", async () => {
  const { peer } = await serve();
  const peers = dial();
  const [, [socket]] = await Promise.all([
    peers.open(peer, "ts_1", "tn_1").then((stream) => stream.destroy()),
    once(app, "connection") as Promise<[net.Socket]>,
  ]);
  if (!socket.destroyed) await once(socket, "close");
  const [stream, [other]] = await Promise.all([
    peers.open(peer, "ts_1", "tn_1"),
    once(app, "connection") as Promise<[net.Socket]>,
  ]);
  other.resetAndDestroy();
  await expect(once(stream, "close")).rejects.toMatchObject({ code: "UND_ERR_SOCKET" });
});

test("an edge that is gone takes its streams with it", async () => {
  // Cause: a connection that came by an HTTP server outlives its other end’s FIN. Law: who leaves is heard on the other side.
  const { peer } = await serve();
  const [port, sockets] = [Number(new URL(peer.url!).port), new Set<net.Socket>()];
  const between = net.createServer((socket) => {
    const on = net.connect(port);
    socket.on("error", () => undefined).pipe(on);
    on.on("error", () => undefined).pipe(socket);
    sockets.add(socket).add(on);
  });
  between.listen(0, "127.0.0.1");
  await once(between, "listening");
  const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  const [[atApp], stream] = await Promise.all([
    once(app, "connection") as Promise<[net.Socket]>,
    dial().open({ id: "b", url }, "ts_1", "tn_1"),
  ]);
  stream.on("error", () => undefined);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(() => expect(atApp.destroyed).toBe(true), { timeout: HEARD_MS });
  between.close();
});

test("an edge that falls silent is given up; one that can’t be reached is told once and tried again", async () => {
  const { peer } = await serve();
  // What a stopped machine is like: bytes go in, nothing comes out.
  let silent = false;
  const between = net.createServer((socket) => {
    const on = net.connect(Number(new URL(peer.url!).port));
    socket.pipe(on);
    on.on("data", (data: Buffer) => silent || socket.write(data));
    socket.on("error", () => on.destroy()).on("close", () => on.destroy());
    on.on("error", () => undefined);
  });
  between.listen(0, "127.0.0.1");
  await once(between, "listening");
  const at = { id: "b", url: `http://127.0.0.1:${(between.address() as AddressInfo).port}` };
  const peers = dial(SECRET, 100);
  const stream = await peers.open(at, "ts_1", "tn_1");
  const given = new Promise((resolve) => peers.onGone(resolve));
  silent = true;
  await expect(once(stream, "close")).rejects.toBeInstanceOf(Error);
  expect(await given).toBe("ts_1");
  const away = new Promise((resolve) => between.close(resolve));
  for (let i = 0; i < 3; i += 1)
    await expect(peers.open(at, "ts_1", "tn_1")).rejects.toMatchObject({ code: "NO_PEER" });
  expect(warned).toHaveLength(1);
  await away;
  between.listen(Number(new URL(at.url).port), "127.0.0.1");
  silent = false;
  const again = await vi.waitFor(() => peers.open(at, "ts_1", "tn_1"));
  expect(await echo(again, "back")).toBe("back");
  between.close();
});
