// Cause: kinds of modules came to the edge one by one, and one could be left out, or fail open where it can't be read. Law: each
// kind acts on the next request after it was set, and on none that is under way; off and not set it does nothing; where it can't be
// read nobody gets in; of several that refuse, the first in the contract's order answers
// (docs/decisions/edge/fail-closed.md, docs/decisions/modules/order.md).
import { once } from "node:events";
import tls from "node:tls";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ALL_CONTRACTS } from "#contract/modules/contracts.ts";
import { jwtValidationContract } from "#contract/modules/jwt-validation.ts";
import { oauthContract } from "#contract/modules/oauth.ts";
import { oidcContract } from "#contract/modules/oidc.ts";
import { samlContract, samlMade } from "#contract/modules/saml.ts";
import { webhookVerificationContract } from "#contract/modules/webhook-verification.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { newId } from "#service/store/ids.ts";
import { samlCertificate } from "#service/store/signing-keys.ts";
import { addEdge, setModule } from "../testing/add-edge.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";

const t = moduleEdge();
const TLS_EDGE = "tls.example";
const [policy, authority] = [newId("ipPolicy"), newId("certificateAuthority")];
let tlsEdge: string;
let certificate: string;
/** What the app got last, and answers; what is asked for at `/v1/held` it answers when it is let go. */
let seen: unknown = null;
let status = 200;
const held: (() => void)[] = [];

beforeAll(async () => {
  tlsEdge = (await addEdge(t.gateway.db, "tls_edges", "tls", `${TLS_EDGE}:443`)).edge;
  certificate = await samlCertificate(t.gateway.db);
  const made = { description: "", metadata: "", created_at: new Date().toISOString() };
  await t.gateway.db
    .insertInto("ip_policies")
    .values({ ...made, id: policy })
    .execute();
  const shown = { subject_common_name: "", key_usages: "[]", extended_key_usages: "[]" };
  await t.gateway.db
    .insertInto("certificate_authorities")
    .values({ ...made, ...shown, id: authority, ca_pem: t.authority.rootPem, not_before: "", not_after: "" })
    .execute();
  t.answer((request, response) => {
    seen = request.headers["x-asked"];
    const body = "x".repeat(1_000);
    const answer = () => void response.writeHead(status, { "content-type": "text/plain" }).end(body);
    if (request.url === "/v1/held") held.push(answer);
    else answer();
  });
});
beforeEach(async () => {
  status = 200;
  held.length = 0;
  await t.set("backend", { backend_id: t.ids.backend });
});

/** A request that every guard refuses. */
const call = (path = "/v1/x") =>
  t.call(path, { headers: { host: EDGE, "user-agent": "bad", "accept-encoding": "gzip" } });

/** Whether TLS 1.2 is spoken with a name. */
async function oldTls(servername: string): Promise<boolean> {
  const options = { servername, ca: t.authority.rootPem, maxVersion: "TLSv1.2" as const };
  const socket = tls.connect({ port: t.httpsPort, host: "127.0.0.1", ...options });
  socket.on("error", () => undefined);
  const spoken = await Promise.race([
    once(socket, "secureConnect").then(() => true),
    once(socket, "close").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return spoken;
}

type Row = {
  value: () => object;
  owner?: () => string;
  /** Makes it refuse what it lets in at first. */
  trip?: () => Promise<unknown>;
  /** Where it can't be read, if not 3204. */
  unread?: object;
} & (
  | { refuses: [status: number, code: string, field?: string] }
  /** Of a kind that refuses no request: whether it acts. */
  | { acts: () => Promise<boolean> }
);
/** Of an identity provider with this certificate. */
const metadata = () =>
  samlContract.example.idp_metadata.replace(
    "<SingleSignOn",
    `<KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate.replaceAll(
      /-----[A-Z ]+-----|\s/g,
      "",
    )}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>$&`,
  );
const SIGN_IN: [number, string] = [401, "ERR_GATEHOUSE_3240"];

/** In the contract's order, of every kind that the edge applies. */
const ROWS = {
  https_tls_termination: {
    value: () => ({ min_version: "1.3" }),
    owner: () => t.ids.edge,
    acts: async () => !(await oldTls(EDGE)),
  },
  tls_termination: {
    value: () => ({ min_version: "1.3" }),
    owner: () => tlsEdge,
    acts: async () => !(await oldTls(TLS_EDGE)),
  },
  mutual_tls: {
    value: () => ({ certificate_authority_ids: [authority] }),
    owner: () => t.ids.edge,
    refuses: [421, "ERR_GATEHOUSE_3233"],
  },
  ip_restriction: {
    value: () => ({ ip_policy_ids: [policy] }),
    refuses: [403, "ERR_GATEHOUSE_3230", "ip_policy"],
  },
  user_agent_filter: {
    value: () => ({ deny: ["^bad"] }),
    refuses: [403, "ERR_GATEHOUSE_3231", "user_agent_filter"],
  },
  oauth: { value: () => oauthContract.example, refuses: SIGN_IN },
  saml: { value: () => ({ idp_metadata: metadata() }), refuses: SIGN_IN },
  oidc: { value: () => oidcContract.example, refuses: SIGN_IN },
  webhook_verification: {
    value: () => webhookVerificationContract.example,
    refuses: [403, "ERR_GATEHOUSE_3250", "webhook_verification"],
  },
  jwt_validation: { value: () => jwtValidationContract.example, refuses: [401, "ERR_GATEHOUSE_3260"] },
  policies: {
    value: () => ({ inbound: { actions: [{ type: "deny" }] } }),
    refuses: [403, "ERR_GATEHOUSE_3270"],
  },
  websocket_tcp_converter: { value: () => ({}), refuses: [400, "ERR_GATEHOUSE_3224"] },
  circuit_breaker: {
    value: () => ({ volume_threshold: 1, error_threshold_percentage: 0.1, tripped_duration: 60 }),
    trip: async () => {
      status = 500;
      await call();
      status = 200;
    },
    refuses: [503, "ERR_GATEHOUSE_3234", "circuit_breaker"],
  },
  request_headers: {
    value: () => ({ add: { "x-asked": "yes" } }),
    acts: async () => (await call()).status === 200 && seen === "yes",
  },
  backend: {
    value: () => ({ backend_id: t.ids.backend }),
    acts: async () => (await call()).status === 200,
    unread: { status: 503, code: "ERR_GATEHOUSE_3203" },
  },
  compression: {
    value: () => ({}),
    acts: async () => (await call()).headers["content-encoding"] === "gzip",
  },
  response_headers: {
    value: () => ({ add: { "x-said": "yes" } }),
    acts: async () => (await call()).headers["x-said"] === "yes",
  },
} satisfies Record<string, Row>;

type Name = keyof typeof ROWS;
const NAMES = Object.keys(ROWS) as Name[];
const rowOf = (name: Name): Row => ROWS[name];
const kindOf = (name: Name): string => (name === "https_tls_termination" ? "tls_termination" : name);

/** With what the service makes of it. */
async function set(name: Name, value: object | null): Promise<void> {
  const made = name === "saml" ? samlMade("http://service.example/saml", certificate) : null;
  await setModule(t.gateway.db, rowOf(name).owner?.() ?? t.ids.route, kindOf(name), value, made);
}

const eventOf = (isIt: (event: TrafficEvent) => boolean) =>
  vi.waitFor(() => {
    const event = t.events.find(isIt);
    if (!event) throw new Error("There is no event yet.");
    const { error_code: code, decisions = [] } = event.gatehouse ?? {};
    const { module, verdict, reason = "" } = decisions.at(-1) ?? {};
    return { object: event.object, code, ...(verdict === "block" && reason !== "" && { by: module }) };
  });

const LET_IN = { status: 200 };
let asked = 0;
/** What becomes of a request: its status and code, and by its event what decided. `field` = the event's own of that. */
async function judged(field?: string) {
  const path = `/v1/${(asked += 1)}`;
  const { status: got, headers } = await call(path);
  if (got === 200) return LET_IN;
  const { object, ...said } = await eventOf((one) => JSON.stringify(one.object).includes(`"${path}"`));
  expect(headers["gatehouse-error-code"]).toBe(said.code);
  const noted = field === undefined ? {} : { [field]: (object as Record<string, unknown>)[field] };
  return { status: got, ...said, ...noted };
}

/** The same of a connection to the TLS edge. */
async function judgedTls() {
  const options = { servername: TLS_EDGE, ca: t.authority.rootPem };
  const socket = tls.connect({ port: t.httpsPort, host: "127.0.0.1", ...options });
  socket.on("error", () => undefined);
  await once(socket.resume(), "close");
  const { code, by } = await eventOf(({ event_type: type }) => type === "tcp_connection_closed.v0");
  return { status: 503, code, by };
}

const closed = (name: Name): object =>
  rowOf(name).unread ?? { status: 503, code: "ERR_GATEHOUSE_3204", by: kindOf(name) };

/** What shows that a module acts, and what it shows then. */
function seenOf(name: Name): { look: () => Promise<unknown>; on: unknown; off: unknown } {
  const row = rowOf(name);
  if ("acts" in row) return { look: row.acts, on: true, off: false };
  const [wanted, code, field] = row.refuses;
  const noted = field === undefined ? {} : { [field]: { decision: "block" } };
  const on = { status: wanted, code, by: kindOf(name), ...noted };
  return { look: () => judged(field), on, off: LET_IN };
}

test.each(NAMES)(
  "%s acts on the next request and on none under way, off and not set it does nothing",
  async (name) => {
    const row = rowOf(name);
    const { look, on, off } = seenOf(name);
    const underWay = call("/v1/held");
    await vi.waitFor(() => expect(held).toHaveLength(1));
    await set(name, null);
    expect(await look()).toEqual(off);

    await set(name, { enabled: true, ...row.value() });
    await row.trip?.();
    expect(await look()).toEqual(on);
    held[0]?.();
    expect(await underWay).toMatchObject(LET_IN);

    await set(name, { ...row.value(), enabled: false });
    expect(await look()).toEqual(off);
  },
);

test.each(NAMES)("nobody gets in where %s can’t be read", async (name) => {
  await set(name, { enabled: true, nothing: "known" });
  expect(await (name === "tls_termination" ? judgedTls() : judged())).toEqual(closed(name));
});

// Cause: a stored text that was null, false or "" counted as a module that is not set, so everybody got in; one that was no JSON closed
// every address of the account; a kind of another version was passed over. Law: each closes its own address, and says so.
test.each(["null", "false", '""', "5", "{", "[]"])(
  "a stored text %s closes its own address only",
  async (value) => {
    const { db } = t.gateway;
    const [owner_id, kind] = [t.ids.route, "user_agent_filter"];
    await db.insertInto("modules").values({ owner_id, kind, value, made: null }).execute();
    expect(await judged()).toEqual({ status: 503, code: "ERR_GATEHOUSE_3204", by: kind });
    expect(await call("/elsewhere")).toMatchObject({
      headers: { "gatehouse-error-code": "ERR_GATEHOUSE_3202" },
    });
  },
);

test("a kind that this version does not know closes its address", async () => {
  await t.set("weather", { enabled: false });
  expect(await judged()).toEqual(LET_IN);
  await t.set("weather", {});
  expect(await judged()).toEqual({ status: 503, code: "ERR_GATEHOUSE_3204", by: "unknown" });
});

test("of all that refuse a request, the first in the contract’s order answers", async () => {
  const refusing = NAMES.filter((name) => "refuses" in ROWS[name]);
  const on = (name: Name) => set(name, { enabled: true, ...ROWS[name].value() });
  await on("circuit_breaker");
  await ROWS.circuit_breaker.trip();
  await Promise.all(refusing.map(on));
  const answered: unknown[] = [];
  for (const name of refusing) {
    answered.push(await judged());
    await set(name, null);
  }
  expect(answered).toMatchObject(refusing.map((name) => ({ by: kindOf(name) })));
  expect(await judged()).toEqual(LET_IN);
});

test("the rows stand in the contract’s order, and none is missing", () => {
  const applied = ALL_CONTRACTS.filter(({ unapplied }) => !unapplied).map(({ name }) => name);
  const rows = "rows of edge/modules/all-kinds.test.ts, as src/contract/modules/contracts.ts has its kinds";
  expect({ [rows]: NAMES }).toEqual({ [rows]: applied });
});
