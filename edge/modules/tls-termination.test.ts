// Cause: nothing showed that a TLS edge passes TLS on where its form says so. Law: TLS ends where `terminate_at` says, and is no older
// than `min_version` where it ends at the edge.
import { once } from "node:events";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import { beforeAll, expect, test, vi } from "vitest";
import { newId } from "#service/store/ids.ts";
import { addEdge, setModule } from "../testing/add-edge.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";

const t = moduleEdge();
const NAME = "tls.example";
/** The first byte of a TLS handshake. */
const HANDSHAKE = 22;
let edge: string;

beforeAll(async () => {
  const { certificatePem, privateKeyPem } = await t.authority.leaf("app.example");
  const secure = tls.createServer({ cert: certificatePem, key: privateKeyPem }, (socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (bytes) => answer(socket, bytes, "app"));
  });
  const app = net.createServer((socket) => {
    socket.once("data", (bytes) => {
      if (bytes[0] !== HANDSHAKE) return answer(socket, bytes, "edge");
      socket.pause();
      socket.unshift(bytes);
      return secure.emit("connection", socket);
    });
  });
  await once(app.listen(0, "127.0.0.1"), "listening");
  const own = await addEdge(t.gateway.db, "tls_edges", "tls", `${NAME}:443`);
  edge = own.edge;
  await t.gateway.db
    .updateTable("backends")
    .set({ labels: '{"app":"bytes"}' })
    .where("id", "=", own.backend)
    .execute();
  const { port } = app.address() as net.AddressInfo;
  await t.agent([{ proto: "tls", labels: { app: "bytes" }, forwards_to: `127.0.0.1:${port}` }]);
  return () => app.close();
});

/** Ends, unless it is told to stay: then the visitor does. */
function answer(socket: net.Socket, asked: Buffer, where: string): void {
  socket.write(`TLS ended at the ${where}`);
  if (String(asked) !== "stay") socket.end();
}

/** What a visitor reads of this name, of whom, and by which version; nothing where TLS is not agreed. */
async function read(servername: string, version?: tls.SecureVersion) {
  const only = version && { minVersion: version, maxVersion: version, ciphers: "DEFAULT@SECLEVEL=0" };
  const socket = tls.connect({
    port: t.httpsPort,
    host: "127.0.0.1",
    servername,
    ca: t.authority.rootPem,
    checkServerIdentity: () => undefined,
    ...only,
  });
  let [text, by, spoken] = ["", "", ""];
  socket.on("data", (bytes) => (text += bytes.toString()));
  socket.on("error", () => undefined);
  socket.on("secureConnect", () => {
    by = socket.getPeerCertificate().subjectaltname ?? "";
    spoken = socket.getProtocol() ?? "";
    if (servername === EDGE) socket.destroy();
    else socket.write("hello");
  });
  await new Promise((resolve) => socket.once("close", resolve));
  return { text, by, spoken };
}

test.each([
  ["upstream", { text: "TLS ended at the app", by: "DNS:app.example" }],
  ["edge", { text: "TLS ended at the edge", by: `DNS:${NAME}` }],
  [null, { text: "TLS ended at the edge", by: `DNS:${NAME}` }],
])("with terminate_at %s it ends there", async (terminate_at, expected) => {
  await setModule(t.gateway.db, edge, "tls_termination", { terminate_at });
  expect(await read(NAME)).toMatchObject(expected);
});

// Cause: Node closed the edge's side with the visitor's, so that the app's end was read by nobody, and neither a row nor a count came
// of a connection that its visitor ended. Law: a connection is told of whoever ends it.
test.each([
  ["upstream", "127.0.0.7"],
  ["edge", "127.0.0.8"],
])("with terminate_at %s one that its visitor ends is told of", async (at, localAddress) => {
  await setModule(t.gateway.db, edge, "tls_termination", { terminate_at: at });
  const options = {
    servername: NAME,
    ca: t.authority.rootPem,
    checkServerIdentity: () => undefined,
    localAddress,
  };
  const socket = tls.connect({ ...options, port: t.httpsPort, host: "127.0.0.1" }, () =>
    socket.write("stay"),
  );
  await once(socket, "data");
  socket.end();
  // Events of the test before may come late.
  const own = () =>
    t.events.filter(({ object }) => "conn" in object && object.conn?.client_ip === localAddress);
  await vi.waitFor(() => expect(own()).toHaveLength(1));
  expect(own()[0]?.gatehouse).toMatchObject({ edge_id: edge, outcome: "answered" });
});

const VERSIONS = { "1.0": "TLSv1", "1.1": "TLSv1.1", "1.2": "TLSv1.2", "1.3": "TLSv1.3" } as const;
const NAMED = Object.entries(VERSIONS);

test.each([...NAMED.map(([name]) => name), null])(
  "min_version %s is the oldest that is spoken",
  async (min_version) => {
    await t.set("tls_termination", { min_version }, t.ids.edge);
    await setModule(t.gateway.db, edge, "tls_termination", { min_version });
    const oldest = NAMED.findIndex(([name]) => name === (min_version ?? "1.2"));
    for (const [index, [, version]] of NAMED.entries())
      for (const name of [EDGE, NAME])
        expect([version, (await read(name, version)).spoken]).toEqual([
          version,
          index < oldest ? "" : version,
        ]);
  },
);

// Cause: a request over http, and a test request, listed "TLS termination: Allow, No TLS version to check". Law: a step of a request is
// one that checked something.
test("it is a step of requests over TLS alone", async () => {
  await t.set("tls_termination", { min_version: "1.3" }, t.ids.edge);
  const host = { headers: { host: EDGE } };
  await t.call("/v1/x", host);
  await new Promise<void>((resolve, reject) => {
    const options = { ...host, host: "127.0.0.1", port: t.httpsPort, path: "/v1/x", servername: EDGE };
    const asked = https.get({ ...options, ca: t.authority.rootPem, agent: false }, (answer) => {
      answer.resume().on("end", resolve);
    });
    asked.on("error", reject);
  });
  const from = { clientIp: "203.0.113.7", body: Buffer.alloc(0), module: null, headers: {} };
  const of = { id: newId("event"), proto: "https", host: EDGE, target: "/v1/x", method: "GET" } as const;
  const { event } = await t.edge.test({ ...of, ...from });
  // Events of the test before may come late.
  const own = () =>
    t.events.filter(({ object }) => "http" in object && object.http?.request?.url?.path === "/v1/x");
  await vi.waitFor(() => expect(own()).toHaveLength(2));
  const steps = [...own(), event].map(({ gatehouse }) =>
    gatehouse?.decisions?.map(({ module, reason }) => `${module} ${reason}`),
  );
  expect(steps).toEqual([[], ["tls_termination TLSv1.3"], []]);
});
