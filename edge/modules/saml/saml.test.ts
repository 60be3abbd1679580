// Cause: an address with SAML let nobody in. Law: it lets in whom its identity provider has signed in with an assertion that it
// signed, for this route, now and once, and takes everybody else there; whatever is not proven is refused, and the event says why.
import { createPublicKey, createSign } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import type { SamlpOptions } from "samlp";
import { describe, expect, test, vi } from "vitest";
import { EDGE } from "../../testing/module-edge.ts";
import { cookiesOf, inflated, PAGE, samlVisits } from "../../testing/saml-visits.ts";
import { TICKET } from "./ticket.ts";

const v = samlVisits();
const { set, begin, right, come, landed, visit, why } = v;

test("a visitor signs in at the provider, comes back to the page and goes on with a session", async () => {
  const seen: unknown[] = [];
  v.answer((request, response) => {
    seen.push([
      request.url,
      request.headers["gatehouse-auth-user-id"],
      request.headers["gatehouse-auth-user-name"],
      request.headers.cookie,
    ]);
    response.end("orders");
  });
  const { url, cookie, request } = await begin();
  expect(request).toContain(`AssertionConsumerServiceURL="${v.made.assertion_consumer_service_url}"`);
  expect(request).toContain(`Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"`);
  // The provider checks the request's signature.
  const html = await (await fetch(url)).text();
  const [, response = ""] = /name="SAMLResponse" value="([^"]+)"/.exec(html) ?? [];
  const back = await come(Buffer.from(response, "base64").toString(), cookie);
  expect(back).toMatchObject({ status: 302, headers: { location: `http://${EDGE}/v1/orders?a=1` } });
  const session = cookiesOf(back.headers);
  const page = await visit("/v1/orders?a=1", { ...PAGE, cookie: `${session}; theme=dark` });
  expect(page).toMatchObject({ status: 200, body: "orders" });
  expect(seen).toEqual([["/v1/orders?a=1", "ann@example.com", "Ann", "theme=dark"]]);
  for (const secret of [response, back.url.searchParams.get(TICKET), session.split("=")[1]])
    expect(JSON.stringify(v.events)).not.toContain(secret?.slice(0, 100));
  expect(await why(page)).toMatchObject({
    reason: "Signed in as ann@example.com",
    saml: { decision: "allow", subject: "ann@example.com" },
  });
});

describe("an answer lets nobody in", () => {
  const evil = (xml: string): string => xml.replace(">ann@example.com<", ">root@example.com<");
  const assertionOf = (xml: string): string => /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? "";
  const signatureOf = (xml: string): string => /<Signature.*?<\/Signature>/s.exec(xml)?.[0] ?? "";
  const unsigned = (xml: string): string => xml.replace(signatureOf(xml), "");
  const renamed = (xml: string): string => xml.replace(/ ID="[^"]*"/, ' ID="_evil"');
  /** Another assertion beside, around or inside of the signed one. */
  const wrapped = (make: (signed: string, evilOne: string, signature: string) => string) => (xml: string) => {
    const signed = assertionOf(xml);
    return xml.replace(signed, () => make(signed, renamed(unsigned(evil(signed))), signatureOf(signed)));
  };
  const inside = (outer: string, tag: string, inner: string): string =>
    outer.replace(`</${tag}>`, () => `${inner}</${tag}>`);
  const SIGNATURE = /^No signature of the identity provider holds$/;

  test.each<[what: string, options: Partial<SamlpOptions>, change: (xml: string) => string, reason: RegExp]>([
    ["without a signature", { signAssertion: false }, String, SIGNATURE],
    ["changed", {}, evil, SIGNATURE],
    ["changed, with the whole signed", { signAssertion: false, signResponse: true }, evil, SIGNATURE],
    ["without the signature it had", {}, unsigned, SIGNATURE],
    ["wrapped: another before it", {}, wrapped((signed, evilOne) => evilOne + signed), SIGNATURE],
    ["wrapped: another after it", {}, wrapped((signed, evilOne) => signed + evilOne), SIGNATURE],
    [
      "wrapped: inside of another",
      {},
      wrapped((signed, evilOne) => inside(evilOne, "saml:Assertion", signed)),
      SIGNATURE,
    ],
    [
      "wrapped: its signature in another",
      {},
      wrapped(
        (signed, evilOne, signature) => inside(evilOne, "saml:Assertion", signature) + unsigned(signed),
      ),
      SIGNATURE,
    ],
    [
      "wrapped: in the signature of another",
      {},
      wrapped((signed, evilOne, signature) =>
        inside(
          evilOne,
          "saml:Assertion",
          inside(signature, "Signature", `<Object>${unsigned(signed)}</Object>`),
        ),
      ),
      SIGNATURE,
    ],
    [
      "wrapped: in extensions, with the same ID",
      {},
      wrapped(
        (signed, evilOne) =>
          `<samlp:Extensions>${signed}</samlp:Extensions>${evilOne.replace("_evil", / ID="([^"]*)"/.exec(signed)?.[1] ?? "")}`,
      ),
      SIGNATURE,
    ],
    [
      "wrapped: the signed whole in another",
      { signAssertion: false, signResponse: true },
      (xml) => {
        const signature = signatureOf(xml);
        return renamed(evil(unsigned(xml))).replace(
          /(<\/saml:Issuer>)/,
          (end) => end + inside(signature, "Signature", `<Object>${unsigned(xml)}</Object>`),
        );
      },
      SIGNATURE,
    ],
    [
      "with a document type",
      {},
      (xml) => `<!DOCTYPE a [<!ENTITY b "${"b".repeat(100)}">]>${xml}`,
      /^It has a document type$/,
    ],
    ["a bomb of levels", {}, () => "<a>".repeat(50_000), /^It is larger than any answer$/],
    ["no XML", {}, () => "hello", /^It can’t be read as an answer of SAML$/],
    [
      "of another audience",
      { audience: "http://service.example/saml/other" },
      String,
      /^It is for another audience$/,
    ],
    [
      "of another recipient",
      { recipient: "http://service.example/saml/other/acs" },
      String,
      /^The answer is for http/,
    ],
    [
      "of another destination",
      { destination: "http://service.example/saml/other/acs" },
      String,
      /^It is for another destination$/,
    ],
    [
      "of another provider",
      { issuer: "https://evil.example" },
      String,
      /^Another identity provider issued it$/,
    ],
    [
      "that says twice what it answers",
      {},
      (xml) => xml.replace(/InResponseTo="[^"]*"/, 'InResponseTo="_x"'),
      /^It says twice what it answers/,
    ],
    [
      "of an error",
      {},
      (xml) => xml.replace(assertionOf(xml), "").replace("status:Success", "status:Responder"),
      /^The identity provider refused: Responder$/,
    ],
  ])("%s", async (_what, options, change, reason) => {
    const { id, cookie } = await begin();
    const xml = await v.idp.answer({ ...right(id), ...options });
    const refused = await come(change(xml), cookie);
    expect(refused).toMatchObject({ status: 403, headers: { "gatehouse-error-code": "ERR_GATEHOUSE_3242" } });
    expect(await why(refused)).toMatchObject({
      reason: expect.stringMatching(reason),
      saml: { decision: "block" },
    });
    // It did not use up the request: the right answer is still good.
    expect(await come(await v.idp.answer(right(id)), cookie)).toMatchObject({ status: 302 });
  });

  test("by another key, though it brings its certificate along", async () => {
    const { id, cookie } = await begin();
    const keys = { key: v.other.privateKeyPem, cert: v.other.certificatePem };
    const refused = await come(await v.idp.answer({ ...right(id), ...keys }), cookie);
    expect([refused.status, (await why(refused)).reason]).toEqual([403, expect.stringMatching(SIGNATURE)]);
  });

  test("encrypted, whoever signed it: nothing is decrypted that nobody signed", async () => {
    const { id, cookie } = await begin();
    const key = createPublicKey(v.other.certificatePem).export({ type: "spki", format: "pem" });
    const xml = await v.idp.answer({
      ...right(id),
      encryptionCert: v.other.certificatePem,
      encryptionPublicKey: key.toString(),
      encryptionAlgorithm: "http://www.w3.org/2009/xmlenc11#aes256-gcm",
      keyEncryptionAlgorithm: "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
    });
    expect(xml).toContain("EncryptedAssertion");
    const refused = await come(xml, cookie);
    const reason = "Its assertion is encrypted. Turn that off at the identity provider";
    expect([refused.status, (await why(refused)).reason]).toEqual([403, reason]);
  });

  test.each([
    [-6, /^It has expired/],
    [6, /^It is not valid yet/],
  ])("of a clock that is %i minutes off", async (minutes, reason) => {
    const { id, cookie } = await begin();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
    const xml = await v.idp.answer(right(id)).finally(() => vi.useRealTimers());
    const refused = await come(xml, cookie);
    expect([refused.status, (await why(refused)).reason]).toEqual([403, expect.stringMatching(reason)]);
  });

  test("in another browser, twice, or for another request", async () => {
    const [first, second] = [await begin(), await begin("/v1/other")];
    const xml = await v.idp.answer(right(first.id));
    for (const cookie of ["", second.cookie]) expect(await come(xml, cookie)).toMatchObject({ status: 400 });
    const { status, url } = await come(xml, first.cookie);
    expect(status).toBe(302);
    expect(await come(xml, first.cookie)).toMatchObject({ status: 400 });
    const again = await visit(url.pathname + url.search, { ...PAGE, cookie: first.cookie });
    expect(again.status).toBe(400);
    // The ticket of one request does not fit the state of another.
    url.searchParams.set("state", second.id.slice(1));
    const swapped = await visit(url.pathname + url.search, { ...PAGE, cookie: second.cookie });
    expect(swapped).toMatchObject({ status: 400, headers: { "gatehouse-error-code": "ERR_GATEHOUSE_3241" } });
  });
});

test("a name has what is around a comment, as it was signed", async () => {
  const { id, cookie } = await begin();
  const { nameId } = v.idp.user;
  v.idp.user.nameId = "ann@example.com.evil.example";
  const xml = await v.idp.answer(right(id));
  v.idp.user.nameId = nameId;
  const changed = xml.replace("ann@example.com.evil", "ann@example.com<!-- -->.evil");
  expect(changed).not.toBe(xml);
  const got = await come(changed, cookie);
  expect([got.status, (await why(got)).reason]).toEqual([302, "Signed in as ann@example.com.evil.example"]);
});

test("signed as a whole, or by the second of two certificates, it is as good", async () => {
  await set({}, v.idp.metadata(v.other.certificatePem, v.idp.key.certificatePem));
  for (const options of [{ signAssertion: false, signResponse: true }, { signResponse: true }, {}]) {
    const { id, cookie } = await begin();
    expect(await come(await v.idp.answer({ ...right(id), ...options }), cookie)).toMatchObject({
      status: 302,
    });
  }
});

describe("a login that the provider begins", () => {
  test("leads to the page that RelayState names, at an address of the edge only, and is good once", async () => {
    const xml = () => v.idp.answer(right(undefined));
    const first = await xml();
    const at = async (relayState: string, answer = xml()) => {
      const { status, headers } = await come(await answer, "", relayState);
      return [status, headers.location];
    };
    expect(await at(`https://${EDGE}/v1/deep?b=2`, Promise.resolve(first))).toEqual([
      302,
      `http://${EDGE}/v1/deep?b=2`,
    ]);
    for (const elsewhere of [
      "https://evil.example/",
      "//evil.example",
      "javascript:alert(1)",
      `https://${EDGE}@evil.example/`,
      "",
      "x".repeat(3_000),
    ])
      expect(await at(elsewhere)).toEqual([302, `http://${EDGE}/v1/`]);
    const again = await come(first, "");
    expect([again.status, (await why(again)).reason]).toEqual([403, "It was used before"]);
  });

  test("is refused where that is off", async () => {
    await set({ allow_idp_initiated: false });
    const refused = await come(await v.idp.answer(right(undefined)), "");
    const reason = expect.stringMatching(/^The identity provider began this login/);
    expect([refused.status, (await why(refused)).reason]).toEqual([403, reason]);
  });
});

const IN = [undefined, "Signed in as ann@example.com"];
test.each([
  [["operators"], 302, IN],
  [["nobody", "staff"], 302, IN],
  [["Operators"], 403, ["ERR_GATEHOUSE_3243", "ann@example.com is in none of the groups"]],
  [[], 302, IN],
])("of the groups %j", async (authorized_groups, status, said) => {
  await set({ authorized_groups });
  const { id, cookie } = await begin();
  const got = await come(await v.idp.answer(right(id)), cookie);
  const { code, reason } = await why(got);
  expect([got.status, code, reason]).toEqual([status, ...said]);
});

test("fields that the provider is told, and the module turned off", async () => {
  await set({ force_authn: true, nameid_format: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress" });
  const { request } = await begin();
  expect(request).toContain('ForceAuthn="true"');
  expect(request).toContain('Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"');
  await set({ enabled: false });
  v.answer((_request, response) => response.end("open"));
  expect(await visit("/v1/x", PAGE)).toMatchObject({ status: 200, body: "open" });
});

test("metadata without a place to sign on or a valid certificate closes the address", async () => {
  const bare = v.idp.metadata().replace(/<SingleSignOnService[^>]*>/, "");
  await set({}, bare);
  const closed = await visit("/v1/x");
  const reason = "The identity provider has no sign-on URL with HTTP-Redirect";
  expect([closed.status, (await why(closed)).reason]).toEqual([503, reason]);
  await set({}, v.idp.metadata("bm8="));
  expect(await visit("/v1/x", PAGE)).toMatchObject({ status: 503 });
});

test("the metadata of the route says what the provider needs, and a body of 256 kB is no more than refused", async () => {
  const asked = { routeId: v.ids.route, query: "", form: null, accept: "" };
  const { status, body } = await v.endpoints({ ...asked, part: "metadata" });
  expect(status).toBe(200);
  for (const text of [
    `entityID="${v.made.entity_id}"`,
    'AuthnRequestsSigned="true"',
    'WantAssertionsSigned="true"',
    `<AssertionConsumerService index="1" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${v.made.assertion_consumer_service_url}"/>`,
    `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${v.made.single_logout_url}"/>`,
    `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${v.made.single_logout_url}"/>`,
    v.idp.trusted.split("\n")[1] ?? "",
  ])
    expect(body).toContain(text);
  const unknown = await v.endpoints({ ...asked, part: "metadata", routeId: "edghtsrt_none" });
  expect(unknown.status).toBe(404);
  expect(await come(`<a b="${"c".repeat(190_000)}"/>`, "")).toMatchObject({ status: 403 });
});

describe("signing out", () => {
  /** A message of the provider by HTTP-Redirect, signed by hand. */
  function message(kind: "SAMLRequest" | "SAMLResponse", xml: string, key = v.idp.key.privateKeyPem): string {
    const query = new URLSearchParams({
      [kind]: deflateRawSync(xml).toString("base64"),
      RelayState: "back",
      SigAlg: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    }).toString();
    const signature = createSign("sha256").update(query).sign(key, "base64");
    return `${query}&Signature=${encodeURIComponent(signature)}`;
  }
  const request = (nameId = "ann@example.com", destination = v.made.single_logout_url): string =>
    `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ` +
    `ID="_out" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${destination}">` +
    `<saml:Issuer>${v.idp.entityId}</saml:Issuer><saml:NameID>${nameId}</saml:NameID>` +
    `<samlp:SessionIndex>_session</samlp:SessionIndex></samlp:LogoutRequest>`;
  const slo = async (query: string, cookie: string) =>
    landed(await v.endpoints({ routeId: v.ids.route, part: "slo", query, form: null, accept: "" }), cookie);

  async function signedIn(): Promise<string> {
    const { id, cookie } = await begin();
    return cookiesOf((await come(await v.idp.answer(right(id)), cookie)).headers);
  }

  test("here ends the session, and asks the provider to end its own", async () => {
    const cookie = await signedIn();
    const { status, headers } = await visit("/oauth2/logout", { ...PAGE, cookie });
    expect(status).toBe(302);
    const url = new URL(headers.location ?? "");
    expect(url.origin + url.pathname).toBe(v.idp.signOut);
    const xml = inflated(url, "SAMLRequest");
    expect(xml).toMatch(/<saml:NameID [^>]*emailAddress"[^>]*>ann@example.com</);
    expect(xml).toContain(">_session<");
    expect(url.searchParams.get("Signature")).toBeTruthy();
    expect(headers["set-cookie"]?.every((line) => line.includes("Max-Age=0"))).toBe(true);
    const answer = `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r" Version="2.0"><saml:Issuer>${v.idp.entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status></samlp:LogoutResponse>`;
    expect(await slo(message("SAMLResponse", answer), "")).toMatchObject({
      status: 200,
      body: "You are signed out.\n",
    });
  });

  test("at the provider ends the session here, and the provider is told", async () => {
    const { status, headers } = await slo(message("SAMLRequest", request()), await signedIn());
    expect(status).toBe(302);
    const url = new URL(headers.location ?? "");
    expect(url.searchParams.get("RelayState")).toBe("back");
    const xml = inflated(url, "SAMLResponse");
    expect(xml).toContain('InResponseTo="_out"');
    expect(headers["set-cookie"]).toContainEqual(expect.stringMatching(/session-http=;.*Max-Age=0/));
  });

  test.each<[what: string, query: () => string]>([
    ["by another key", () => message("SAMLRequest", request(), v.other.privateKeyPem)],
    ["without a signature", () => message("SAMLRequest", request()).replace(/&Signature=.*/, "")],
    [
      "for another destination",
      () => message("SAMLRequest", request(undefined, "http://service.example/other")),
    ],
    [
      "twice in one address",
      () =>
        `${message("SAMLRequest", request())}&SAMLRequest=${encodeURIComponent(deflateRawSync(request("root")).toString("base64"))}`,
    ],
    ["with a document type", () => message("SAMLRequest", `<!DOCTYPE a>${request()}`)],
    ["a bomb", () => message("SAMLRequest", "a".repeat(10_000_000))],
  ])("is refused %s", async (_what, query) => {
    const { status, headers } = await slo(query(), await signedIn());
    expect(status).toBe(403);
    expect(headers["set-cookie"]).toBeUndefined();
  });
});
