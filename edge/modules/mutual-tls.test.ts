// Cause: the edge asked nobody for a certificate, and closed every address with mutual TLS. Law: only who shows a certificate of
// the module's authorities gets in, whatever the connection was opened for, when, and whether it was resumed.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http2, { type IncomingHttpHeaders } from "node:http2";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "#service/store/ids.ts";
import { addEdge } from "../testing/add-edge.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";

const t = moduleEdge();
type Pair = { cert: string; key: string };
let pairs: Record<"root" | "middle" | "ann" | "bob" | "stranger", Pair>;
/** Ids of the authorities `root` and `middle`. */
let ids: { root: string; middle: string };

/** Certificates by OpenSSL: `ann` is signed by `root`, `bob` by `middle`, which `root` signed, `stranger` by itself. */
function certificates(): typeof pairs {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-mtls-"));
  const at = (file: string): string => join(folder, file);
  const make = (name: string, by: string | null, more: string[]): Pair => {
    const signed = by === null ? [] : ["-CA", at(`${by}.pem`), "-CAkey", at(`${by}.key`)];
    const key = [
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-keyout",
      at(`${name}.key`),
    ];
    const args = ["req", "-x509", "-days", "2", "-subj", `/CN=${name}`, ...key, "-out", at(`${name}.pem`)];
    execFileSync("openssl", [...args, ...signed, ...more.flatMap((one) => ["-addext", one])], {
      stdio: "pipe",
    });
    return { cert: readFileSync(at(`${name}.pem`), "utf8"), key: readFileSync(at(`${name}.key`), "utf8") };
  };
  const authority = ["keyUsage=critical,keyCertSign"];
  const client = ["basicConstraints=critical,CA:FALSE", "extendedKeyUsage=clientAuth"];
  try {
    return {
      root: make("root", null, authority),
      middle: make("middle", "root", authority),
      ann: make("ann", "root", client),
      bob: make("bob", "middle", client),
      stranger: make("stranger", null, client),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

beforeAll(async () => {
  pairs = certificates();
  await t.agent([{ proto: "http", forwards_to: t.appUrl, hostname: "open.example" }]);
  const add = async ({ cert }: Pair): Promise<string> => {
    const id = newId("certificateAuthority");
    const shown = { subject_common_name: "", key_usages: "[]", extended_key_usages: "[]" };
    const times = { not_before: "", not_after: "", created_at: new Date().toISOString() };
    await t.gateway.db
      .insertInto("certificate_authorities")
      .values({ id, description: "", metadata: "", ca_pem: cert, ...shown, ...times })
      .execute();
    return id;
  };
  ids = { root: await add(pairs.root), middle: await add(pairs.middle) };
});

const set = (authority: string | null, owner = t.ids.edge) =>
  t.set(
    "mutual_tls",
    authority === null ? null : { enabled: true, certificate_authority_ids: [authority] },
    owner,
  );

function connect(more: tls.ConnectionOptions, servername = EDGE): tls.TLSSocket {
  return tls.connect({ port: t.httpsPort, host: "127.0.0.1", servername, ca: t.authority.rootPem, ...more });
}

function session(more: tls.ConnectionOptions = {}, name = EDGE): http2.ClientHttp2Session {
  return http2.connect(`https://${name}`, {
    createConnection: () => connect({ ALPNProtocols: ["h2"], ...more }, name),
  });
}

async function ask(over: http2.ClientHttp2Session, host = EDGE): Promise<{ status: number; code: string }> {
  const stream = over.request({ ":path": "/v1/x", ":authority": host });
  const [headers] = (await once(stream, "response")) as [IncomingHttpHeaders];
  await once(stream.resume(), "close");
  return {
    status: Number(headers[":status"]),
    code: String(headers["gatehouse-error-code"] ?? ""),
  };
}

async function askOnce(more: tls.ConnectionOptions): Promise<{ status: number; code: string }> {
  const over = session(more);
  const got = await ask(over);
  over.close();
  return got;
}

const REFUSED = { status: 403, code: "ERR_GATEHOUSE_3232" };
const AGAIN = { status: 421, code: "ERR_GATEHOUSE_3233" };
const IN = { status: 200, code: "" };

describe("an HTTPS edge", () => {
  test("policies know the certificate and how TLS was agreed", async () => {
    await set(ids.root);
    const expressions = [
      "conn.tls.client.subject.common_name == 'ann' && req.ClientTLS.CertCN == 'ann'",
      "conn.tls.client.subject == 'CN=ann' && conn.tls.client.issuer.common_name == 'root'",
      "conn.tls.client.validity.not_after > timestamp(time.now) && conn.tls.client.serial_number != ''",
      `conn.tls.version == '1.3' && conn.tls.sni == '${EDGE}' && conn.tls.cipher_suite.startsWith('TLS_')`,
      "req.version == 'HTTP/2' && req.url.scheme == 'https' && !req.headers.exists(name, name.startsWith(':'))",
    ];
    const inbound = { expressions, actions: [{ type: "custom-response", config: { status_code: 299 } }] };
    await t.set("policies", { inbound });
    expect(await askOnce(pairs.ann)).toEqual({ status: 299, code: "" });
    await vi.waitFor(() => expect(t.events).toHaveLength(1));
  });

  test("lets in who shows a certificate of an authority, and nobody else", async () => {
    await set(ids.root);
    expect(await askOnce(pairs.ann)).toEqual(IN);
    expect(await askOnce({})).toEqual(REFUSED);
    expect(await askOnce(pairs.stranger)).toEqual(REFUSED);
    expect(await askOnce(pairs.bob)).toEqual(REFUSED);
    await vi.waitFor(() => expect(t.events).toHaveLength(4));
    const decisions = t.events.map(({ gatehouse }) => gatehouse?.decisions?.[0]?.reason);
    expect(decisions).toEqual([
      expect.stringMatching(/^Certificate [0-9A-F]+ of ann$/),
      "No client certificate",
      expect.stringMatching(/^The client certificate is not accepted: [A-Z_]+$/),
      expect.stringMatching(/^The client certificate is not accepted: [A-Z_]+$/),
    ]);
    expect(t.events[0]?.object).toMatchObject({
      tls: { client_cert: { subject: { cn: "ann" }, serial_number: expect.stringMatching(/^[0-9A-F]+$/) } },
    });
    // An authority that another one signed will do by itself.
    await set(ids.middle);
    expect(await askOnce(pairs.bob)).toEqual(IN);
    expect(await askOnce(pairs.ann)).toEqual(REFUSED);
  });

  test.each(["TLSv1.2", "TLSv1.3"] as const)("a resumed session of %s is no certificate", async (version) => {
    await set(ids.root);
    const resume = async (pair: Partial<Pair>) => {
      const options = { ...pair, minVersion: version, maxVersion: version };
      const first = connect({ ...options, ALPNProtocols: ["h2"] });
      let kept: Buffer | undefined;
      first.on("session", (ticket: Buffer) => (kept = ticket));
      const over = http2.connect(`https://${EDGE}`, { createConnection: () => first });
      await ask(over);
      over.close();
      const second = connect({ ...options, session: kept, ALPNProtocols: ["h2"] });
      const again = http2.connect(`https://${EDGE}`, { createConnection: () => second });
      const got = await ask(again);
      const resumed = second.isSessionReused();
      again.close();
      return { ...got, resumed };
    };
    expect(await resume({})).toEqual({ ...REFUSED, resumed: true });
    expect(await resume(pairs.ann)).toEqual({ ...IN, resumed: true });
  });

  test("counts for the next request of a connection that is older, or was opened for another name, or has no TLS", async () => {
    const [old, other] = [session(pairs.ann), session(pairs.ann, "open.example")];
    expect(await ask(old)).toEqual(IN);
    await set(ids.root);
    expect(await ask(old)).toEqual(AGAIN);
    expect(await ask(other, "open.example")).toEqual(IN);
    expect(await ask(other)).toEqual(AGAIN);
    expect(await t.call("/v1/x", { headers: { host: EDGE } })).toMatchObject({ status: 421 });
    await set(null);
    expect(await ask(old)).toEqual(IN);
    old.close();
    other.close();
  });

  // Cause: a version was asked for in handshakes alone, and HTTP/2 asks over any connection that is there.
  test("takes no request over a connection whose TLS is older than it may be", async () => {
    await set(null);
    const [old, other] = [
      session({ maxVersion: "TLSv1.2" }),
      session({ maxVersion: "TLSv1.2" }, "open.example"),
    ];
    expect(await ask(old)).toEqual(IN);
    await t.set("tls_termination", { min_version: "1.3" }, t.ids.edge);
    expect(await ask(old)).toEqual({ status: 421, code: "ERR_GATEHOUSE_3235" });
    expect(await ask(other)).toEqual({ status: 421, code: "ERR_GATEHOUSE_3235" });
    expect(await ask(other, "open.example")).toEqual(IN);
    expect(await askOnce({})).toEqual(IN);
    await t.set("tls_termination", null, t.ids.edge);
    old.close();
    other.close();
  });

  test("whose authority is missing lets nobody in", async () => {
    await set("ca_2ZuZ5AqZQKYaDsCdBTBSgYUVUXR");
    expect(await askOnce(pairs.ann)).toEqual({ status: 503, code: "ERR_GATEHOUSE_3204" });
  });
});

test("a TLS edge passes bytes of those only who show a certificate", async () => {
  const server = net.createServer((socket) => socket.end("welcome")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  const own = await addEdge(t.gateway.db, "tls_edges", "tls", "tls.example:443");
  await t.gateway.db
    .updateTable("backends")
    .set({ labels: '{"app":"bytes"}' })
    .where("id", "=", own.backend)
    .execute();
  await t.agent([{ proto: "tls", labels: { app: "bytes" }, forwards_to: `127.0.0.1:${port}` }]);
  await set(ids.root, own.edge);
  const read = async (pair: Partial<Pair>): Promise<string> => {
    const socket = connect(pair, "tls.example").on("error", () => undefined);
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    await once(socket, "close");
    return text;
  };
  expect(await read(pairs.ann)).toBe("welcome");
  expect(await read({})).toBe("");
  expect(await read(pairs.stranger)).toBe("");
  server.close();
});
