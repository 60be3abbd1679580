// Cause: an address with policies let nobody in, whatever they were. Law: what can't be judged does not pass and says why; the trail
// holds no secret; a TCP address is closed to whom its policy denies (docs/decisions/edge/policies.md).
import { once } from "node:events";
import net from "node:net";
import { expect, test } from "vitest";
import { addEdge, setModule } from "../../testing/add-edge.ts";
import { moduleEdge } from "../../testing/module-edge.ts";
import { act, policyCalls, type Rules } from "../../testing/policy-calls.ts";

const t = moduleEdge();
const { app, call, told } = policyCalls(t);

const SLOW = "a{0,1000}".repeat(100);

test.each<[what: string, rules: Rules, reason: RegExp]>([
  [
    "an expression that fails",
    { inbound: [act("log", {}, "req.headers['x-none'][0] == 'a'")] },
    /^policies block: Rule 1: req\.headers\['x-none'\]\[0\] == 'a' failed: /,
  ],
  [
    "one that is wrong",
    { inbound: [act("log", {}, "req.Path == '/'")] },
    /Rule 1: expression 1 has an unknown name: req\.Path\. Did you mean req\.url\.path\?$/,
  ],
  ["an unknown action", { inbound: [act("teleport")] }, /Rule 1: teleport is not an action$/],
  ["an action of the other side", { outbound: [act("deny")] }, /Rule 1: deny works in inbound rules only$/],
  [
    "a config that is wrong",
    { inbound: [act("rate-limit", { capacity: 0, rate: "60s" })] },
    /rate-limit\.capacity must be at least 1$/,
  ],
  [
    "a config that lacks a member",
    { inbound: [act("url-rewrite", { from: "a" })] },
    /url-rewrite\.to must be a text/,
  ],
  [
    "a rate that is wrong",
    { inbound: [act("rate-limit", { capacity: 1, rate: "65s" })] },
    /rate-limit\.rate must be from 60s to 24h/,
  ],
  [
    "a pattern that is wrong",
    { inbound: [act("url-rewrite", { from: "(?=a)", to: "/" })] },
    /url-rewrite\.from is not a valid RE2 pattern/,
  ],
  [
    "a pattern that takes seconds to build",
    { inbound: [act("url-rewrite", { from: SLOW, to: "/" })] },
    /can’t be built$/,
  ],
  [
    "one in an expression",
    { inbound: [act("log", {}, `req.host.matches('${SLOW}')`)] },
    /failed: .*is too large to build/,
  ],
  [
    "a variable that is wrong",
    { inbound: [act("add-headers", { headers: { a: "${req.nope}" } })] },
    /add-headers: \$\{req\.nope\} has an unknown name/,
  ],
  [
    "an answer that fails a rule",
    { outbound: [act("log", {}, "res.headers['x-none'][0] == 'a'")] },
    /^policies block: Rule 1: .* failed: /,
  ],
])("nobody gets past %s", async (_what, rules, reason) => {
  app();
  expect(await call(rules)).toMatchObject({ status: 503 });
  const { lines, error_code } = await told();
  expect(lines.at(-1)).toMatch(reason);
  expect(error_code).toBe("ERR_GATEHOUSE_3204");
});

test("the trail holds no value that an expression compares a secret with", async () => {
  app();
  await call({ inbound: [act("deny", {}, "getReqHeader('X-Api-Key') != ['s3cret']")] });
  expect((await told()).lines).toEqual(["policies block: Rule 1: expression 1"]);
});

test("a TCP address is closed to whom its policy denies, and logs when a connection ends", async () => {
  const tcp = await addEdge(t.gateway.db, "tls_edges", "tls", "tls.example:443");
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await t.gateway.db
    .updateTable("endpoints")
    .set({ proto: "tcp", hostport: `tcp.example:${port}` })
    .where("id", "=", tcp.endpoint)
    .execute();
  const set = (value: object) => setModule(t.gateway.db, tcp.edge, "policies", value);
  await set({ inbound: [act("deny", {}, "inCidrRange(conn.ClientIP, '127.0.0.0/8')")] });
  await t.edge.followPorts();
  const connect = async () => {
    t.events.length = 0;
    const socket = net.connect(port, "127.0.0.1").on("error", () => undefined);
    socket.end("GET / HTTP/1.0\r\n\r\n");
    await new Promise((resolve) => socket.resume().once("close", resolve));
    return told(({ event_type }) => event_type === "tcp_connection_closed.v0");
  };
  expect(await connect()).toMatchObject({ error_code: "ERR_GATEHOUSE_3270" });
  await set({ outbound: [act("log", { metadata: { from: "${conn.client_ip}" } }, "conn.bytes_in > 0")] });
  expect(await connect()).toMatchObject({ logs: [{ from: "127.0.0.1" }], error_code: undefined });
  await set({ inbound: [act("custom-response")] });
  expect((await connect()).lines.at(-1)).toMatch(/custom-response needs HTTP$/);
});
