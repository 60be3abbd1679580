import { inflateRawSync } from "node:zlib";
import type { SamlpOptions } from "samlp";
import { afterAll, beforeAll, beforeEach, expect, vi } from "vitest";
import { samlMade } from "#contract/modules/saml.ts";
import { makeSigner, samlCertificate } from "#service/store/signing-keys.ts";
import { createSamlEndpoints, type SamlEndpoints } from "#edge/modules/saml/endpoints.ts";
import type { KeyPair } from "../tls/authority.ts";
import { setModule } from "./add-edge.ts";
import { EDGE, type ModuleEdge, moduleEdge } from "./module-edge.ts";
import { type SamlIdp, startSamlIdp } from "./saml-idp.ts";

/** Headers of a browser that opens a page. */
export const PAGE = { host: EDGE, accept: "text/html" };

/** The cookies of an answer, as a browser sends them. */
export const cookiesOf = (headers: { "set-cookie"?: string[] | undefined }): string =>
  (headers["set-cookie"] ?? [])
    .filter((line) => !line.includes("Max-Age=0"))
    .map((line) => line.split(";", 1)[0])
    .join("; ");

/** The message in an address (HTTP-Redirect). */
export const inflated = (url: URL, name: "SAMLRequest" | "SAMLResponse"): string =>
  inflateRawSync(Buffer.from(url.searchParams.get(name) ?? "", "base64")).toString();

type Known = {
  idp: SamlIdp;
  /** Of somebody else. */
  other: KeyPair;
  endpoints: SamlEndpoints;
  made: ReturnType<typeof samlMade>;
};

/** For the tests of a file: an edge whose route has SAML before each test, its identity provider, and visitors. */
export function samlVisits() {
  const t: ModuleEdge = moduleEdge();
  const v = {} as Known & ModuleEdge;
  beforeAll(async () => {
    const [idp, other] = await Promise.all([startSamlIdp(), makeSigner()]);
    idp.trusted = await samlCertificate(t.gateway.db);
    const made = samlMade(`http://service.example/saml/${t.ids.route}`, idp.trusted);
    const endpoints = createSamlEndpoints({ account: t.account, httpsPort: null, newId: () => "op_1" });
    Object.assign(v, t, { idp, other, made, endpoints });
  });
  afterAll(() => v.idp.close());
  beforeEach(() => set());

  const set = (fields: object = {}, metadata = v.idp.metadata()) =>
    setModule(t.gateway.db, t.ids.route, "saml", { idp_metadata: metadata, ...fields }, v.made);

  /** A visitor without a session opens a page, and is sent to the provider. */
  async function begin(path = "/v1/orders?a=1") {
    const { status, headers } = await visit(path, PAGE);
    expect(status).toBe(302);
    const url = new URL(headers.location ?? "");
    const request = inflated(url, "SAMLRequest");
    const [, id = ""] = / ID="([^"]+)"/.exec(request) ?? [];
    return { url, request, id, cookie: cookiesOf(headers) };
  }

  /** What is right in an answer to a request. */
  const right = (id: string | undefined): Partial<SamlpOptions> => ({
    audience: v.made.entity_id,
    recipient: v.made.assertion_consumer_service_url,
    destination: v.made.assertion_consumer_service_url,
    ...(id !== undefined && { inResponseTo: id }),
  });

  /** An answer comes to the route's own address, and goes on to the edge. */
  async function come(xml: string, cookie: string, relayState = `http://${EDGE}/`) {
    const form = new URLSearchParams({
      SAMLResponse: Buffer.from(xml).toString("base64"),
      RelayState: relayState,
    }).toString();
    const asked = { routeId: t.ids.route, query: "", accept: "text/html" };
    return landed(await v.endpoints({ ...asked, part: "acs", form }), cookie);
  }

  async function landed(answer: Awaited<ReturnType<SamlEndpoints>>, cookie: string) {
    expect(answer.status).toBe(303);
    const url = new URL(String(answer.headers["location"]));
    const got = await visit(url.pathname + url.search, { ...PAGE, cookie });
    return { ...got, url };
  }

  /** Every request has a number, by which its event is found. */
  let calls = 0;
  async function visit(path: string, headers: Record<string, string> = PAGE) {
    const number = String((calls += 1));
    return { ...(await t.call(path, { headers: { ...headers, "x-call": number } })), number };
  }

  /** Code and reason of a request. */
  async function why({ number }: { number: string }) {
    const event = await vi.waitFor(() => {
      const found = t.events.find(({ object }) => JSON.stringify(object).includes(`"X-Call":["${number}"]`));
      if (!found) throw new Error("There is no event yet.");
      return found;
    });
    const own = event.gatehouse;
    return { code: own?.error_code, reason: own?.decisions?.[0]?.reason, saml: own?.saml };
  }

  return Object.assign(v, { set, begin, right, come, landed, visit, why });
}
