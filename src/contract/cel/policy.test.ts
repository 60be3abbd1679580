// Cause: expressions of policies were kept as text and nobody ran them. Law: every name and function of both eras has its value, what
// can't be used says what to write instead, and no expression or message holds the edge up (decisions/contract/policy-expressions.md).
import { parse } from "@bufbuild/cel";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkPolicy } from "./policy-check.ts";
import type { PolicyMessage } from "./policy-message.ts";
import type { PolicyPlace } from "#contract/modules/policy-actions.ts";
import { evaluateOf } from "./policy-runtime.ts";
import { POLICY_VARIABLES } from "./policy-variables.ts";

const MESSAGE: PolicyMessage = {
  clientIp: "203.0.113.7",
  serverIp: "198.51.100.2",
  serverPort: 443,
  began: Date.UTC(2026, 10, 22, 10),
  now: Date.UTC(2026, 10, 22, 11),
  bytesIn: 17,
  bytesOut: 512,
  tls: { version: "TLSv1.3", cipher: "TLS_AES_128_GCM_SHA256", name: "shop.example" },
  certificate: {
    serial: "0A1B",
    subject: { C: "DE", O: "Northwind", CN: "till-7" },
    issuer: { OU: ["A", "B"], CN: "Northwind CA" },
    altNames: 'DNS:a.example, DNS:b.example, IP Address:10.0.0.1, email:a@b.example, URI:"urn:x,y"',
    notBefore: Date.UTC(2026, 0, 1),
    notAfter: Date.UTC(2027, 0, 1),
  },
  request: {
    method: "POST",
    scheme: "https",
    host: "shop.example:8080",
    target: "/a/../b%20c?x=1&x=2&y=%C3%A9",
    version: "2.0",
    headers: [
      ["user-agent", "curl/8"],
      ["X-Tag", "one"],
      ["x-tag", "two"],
      ["Cookie", 'session=s1; theme="dark"'],
      ["content-type", "Application/JSON; Charset=utf-8"],
      ["content-length", "12"],
      ["location", "/here"],
    ],
  },
  response: {
    status: 404,
    headers: [
      ["set-cookie", "id=7; Path=/; Secure; HttpOnly; Max-Age=60; SameSite=Lax"],
      ["content-type", "text/html"],
      ["content-length", "3"],
      ["location", "/there"],
    ],
  },
};

function value(text: string, message = MESSAGE, place: PolicyPlace = "outbound"): unknown {
  return evaluateOf(text, place, true)(message);
}

/** What each variable must be: an expression in which `v` is its name. */
const VARIABLES: Record<string, string> = {
  "conn.ClientIP conn.client_ip": "v == '203.0.113.7'",
  "conn.server_ip": "v == '198.51.100.2'",
  "conn.server_port": "v == 443",
  "conn.bytes_in": "v == 17",
  "conn.bytes_out": "v == 512",
  "conn.start_ts": "v == timestamp('2026-11-22T10:00:00Z')",
  "conn.tls.cipher_suite req.ClientTLS.CipherSuite res.ServerTLS.CipherSuite res.ClientTLS.CipherSuite":
    "v == 'TLS_AES_128_GCM_SHA256'",
  "conn.tls.sni req.ClientTLS.SNI res.ServerTLS.SNI res.ClientTLS.SNI": "v == 'shop.example'",
  "conn.tls.version req.ClientTLS.Version res.ServerTLS.Version res.ClientTLS.Version": "v == '1.3'",
  "conn.tls.client.subject.common_name req.ClientTLS.CertCN res.ServerTLS.CertCN res.ClientTLS.CertCN":
    "v == 'till-7'",
  "conn.tls.client.subject": "v == 'CN=till-7,O=Northwind,C=DE'",
  "conn.tls.client.subject.country": "v == ['DE']",
  "conn.tls.client.subject.organization": "v == ['Northwind']",
  "conn.tls.client.issuer": "v == 'CN=Northwind CA,OU=A,OU=B'",
  "conn.tls.client.issuer.common_name": "v == 'Northwind CA'",
  "conn.tls.client.issuer.organizational_unit": "v == ['A', 'B']",
  "conn.tls.client.san": "v.startsWith('DNS:a.example')",
  "conn.tls.client.san.dns_names": "v == ['a.example', 'b.example']",
  "conn.tls.client.san.email_addresses": "v == ['a@b.example']",
  "conn.tls.client.san.ip_addresses": "v == ['10.0.0.1']",
  "conn.tls.client.san.uris": "v == ['urn:x,y']",
  "conn.tls.client.serial_number": "v == '0A1B'",
  "conn.tls.client.validity.not_after": "v == timestamp('2027-01-01T00:00:00Z')",
  "conn.tls.client.validity.not_before": "v < timestamp('2026-06-01T00:00:00Z')",
  "req.ContentLength req.content_length": "v == 12",
  "req.Cookies": "v.exists(c, c.Name == 'theme' && c.Value == 'dark' && !c.Secure)",
  "req.cookies": "v['session'].value == 's1' && size(v) == 2",
  "req.Method req.method": "v == 'POST'",
  "req.URL req.url.uri": "v == '/a/../b%20c?x=1&x=2&y=%C3%A9'",
  "req.url": "v == 'https://shop.example:8080/a/../b%20c?x=1&x=2&y=%C3%A9'",
  "req.url.path": "v == '/b c'",
  "req.url.raw_path": "v == '/a/../b%20c'",
  "req.url.query": "v == 'x=1&x=2&y=%C3%A9'",
  "req.Params req.url.query_params": "v['x'] == ['1', '2'] && 'é' in v['y']",
  "req.url.scheme": "v == 'https'",
  "req.Protocol": "v == 'HTTP/2.0'",
  "req.version": "v == 'HTTP/2'",
  "req.Host req.host req.url.authority req.url.host": "v == 'shop.example:8080'",
  "req.Location req.location": "v == '/here'",
  "req.Headers": "v['X-Tag'] == ['one', 'two'] && !('x-tag' in v)",
  "req.headers": "v['x-tag'] == ['one', 'two'] && has(v.cookie)",
  "req.user_agent": "v == 'curl/8'",
  "req.content_type": "v == 'application/json'",
  "req.content_type.raw": "v == 'Application/JSON; Charset=utf-8'",
  "req.content_type.parameters": "v['charset'] == 'utf-8'",
  "res.ContentLength res.content_length": "v == 3",
  "res.Cookies": "v[0].Secure && v[0].HttpOnly && v[0].MaxAge == 60 && v[0].SameSite == 'Lax'",
  "res.cookies": "v['id'].http_only && v['id'].max_age == 60 && v['id'].path == '/'",
  "res.Headers": "v['Content-Type'] == ['text/html']",
  "res.headers": "'text/html' in v['content-type']",
  "res.Location res.location": "v == '/there'",
  "res.StatusCode": "v >= '400' && v == '404'",
  "res.status_code": "v >= 400",
  "res.content_type": "v == 'text/html'",
  "res.content_type.raw": "v == 'text/html'",
  "res.content_type.parameters": "size(v) == 0",
  "time.now": "timestamp(v) > conn.start_ts",
};
const known = Object.keys(VARIABLES).flatMap((names) => names.split(" "));

describe("variables", () => {
  it("all have their value, and what the edge can't know is empty", () => {
    for (const [names, holds] of Object.entries(VARIABLES))
      for (const name of names.split(" "))
        expect([name, value(holds.replaceAll(/\bv\b/g, name))]).toEqual([name, true]);
    const others = [...POLICY_VARIABLES.keys()].filter((name) => !known.includes(name));
    for (const name of others) {
      const time = name.includes("validity");
      expect([name, value(time ? `${name} < conn.start_ts` : `size(${name}) == 0`)]).toEqual([name, true]);
      expect(value(`has(${name})`)).toBe(false);
    }
    expect(
      value("has(conn.tls.sni) && has(req.headers) && has(conn.start_ts) && !has(req.headers.nope)"),
    ).toBe(true);
  });

  it("without TLS, a certificate, a query or an answer they are empty", () => {
    const bare = { ...MESSAGE, tls: null, certificate: null, response: null };
    const names = [...POLICY_VARIABLES.keys()].filter((name) => /tls|TLS|^res/.test(name));
    for (const name of names) expect([name, value(`${name} == ${name}`, bare)]).toEqual([name, true]);
    expect(value("conn.tls.version == '' && req.ClientTLS.CertCN == '' && res.status_code == 0", bare)).toBe(
      true,
    );
  });
});

it.each([
  ["hasReqHeader('X-TAG') && !hasReqHeader('nope')"],
  ["getReqHeader('x-tag') == ['one', 'two'] && getReqHeader('nope') == []"],
  ["getReqHeader('User-Agent').exists(v, v.matches('(?i)CURL'))"],
  ["hasQueryParam('x') && !hasQueryParam('z')"],
  ["getQueryParam('x') == ['1', '2'] && size(getQueryParam('q')) == 0"],
  ["hasReqCookie('session') && !hasReqCookie('id')"],
  ["getReqCookie('session').Value == 's1' && getReqCookie('nope').Value == ''"],
  ["hasResHeader('content-type') && !hasResHeader('X-Tag')"],
  ["getResHeader('Content-Type') == ['text/html']"],
  ["hasResCookie('id') && !hasResCookie('session')"],
  ["getResCookie('id').Value == '7' && getResCookie('id').Secure"],
  ["inCidrRange(conn.ClientIP, '203.0.113.1/24') && !inCidrRange(conn.ClientIP, '10.0.0.0/8')"],
  ["!inCidrRange(conn.ClientIP, 'none') && !inCidrRange('::1', '0.0.0.0/0')"],
  ["inCidrRange('::ffff:10.0.0.1', '10.0.0.0/8')"],
  ["inCidrRanges(conn.client_ip, ['none', '203.0.113.0/24']) && !inCidrRanges(conn.client_ip, [])"],
])("%s", (text) => {
  expect(value(text)).toBe(true);
});

describe("what can't be used", () => {
  it.each<[text: string, place: PolicyPlace, fault: RegExp]>([
    ["req.Path == '/a'", "inbound", /^has an unknown name: req\.Path\. Did you mean req\.url\.path\?$/],
    ["conn.clientip == ''", "inbound", /Did you mean conn\.(ClientIP|client_ip)\?$/],
    [
      "request.method == 'GET'",
      "inbound",
      /^has an unknown name: request\.method\. Did you mean req\.method\?$/,
    ],
    ["xyz", "inbound", /Example: req\.url\.path$/],
    ["req.Method", "inbound", /^must be true or false\. Example: /],
    ["conn.tls == ''", "inbound", /^has conn\.tls, which is an object\. Use one of its fields: conn\.tls\./],
    ["req.method.name == ''", "inbound", /^has req\.method\.name, but req\.method has no fields$/],
    ["req.Headers['user-agent'] == []", "inbound", /names are written as User-Agent$/],
    ["req.headers['User-Agent'] == []", "inbound", /names are written as user-agent$/],
    ["res.status_code == 200", "inbound", /no answer yet\. Use it in outbound rules$/],
    ["hasResHeader('a')", "inbound", /no answer yet\. Use it in outbound rules$/],
    ["req.method == 'GET'", "connection", /a bare connection has no HTTP$/],
    ["hasReqHeader('a')", "connection", /a bare connection has no HTTP$/],
    ["conn.end_ts > timestamp('2024-01-01T00:00:00Z')", "inbound", /has not ended yet$/],
    ["res.StatusCode >= 300", "outbound", /^compares res\.StatusCode, a text, with a number\. Write '300'$/],
    ["'200' == res.status_code", "outbound", /^compares res\.status_code, a number, with a text/],
    ["hasReqHeader()", "inbound", /^has hasReqHeader\(\) with 0 values\. It takes 1$/],
    ["getReqHeader('a')", "inbound", /^must be true or false/],
    ["exec('a')", "inbound", /^has a function that does not exist: exec\(\)$/],
    ["req.method = 'GET'", "inbound", /^has a single = at character 12\. Compare with ==$/],
    ["req.method == ", "inbound", /^can’t be read from character/],
    [" ", "inbound", /^is empty\. Example: /],
    ["req.method.matches(req.url)", "inbound", /^needs a text in quotes as the pattern/],
    ["req.method.matches('(?=a)')", "inbound", /^has a pattern that can’t be used: /],
    ["true ".padEnd(8_193), "inbound", /^is too long: 8193 of 8192 bytes$/],
    [Array.from({ length: 150 }, () => "!true").join("||"), "inbound", /^is too long or nested too deeply/],
    [
      `${"bool(".repeat(900)}true${")".repeat(900)}`,
      "inbound",
      /^(is too long or nested|has more than 150 brackets|can’t be read)/,
    ],
    [`${"[1].exists(x, ".repeat(3)}true${")".repeat(3)}`, "inbound", /nested more than twice$/],
    [`['a']${".map(x, x + x)".repeat(9)} == []`, "inbound", /^has \+ inside exists/],
  ])("%#", (text, place, fault) => {
    expect(checkPolicy(parse, text, place)).toEqual({ fault: expect.stringMatching(fault) });
  });
});

it("a message can't make an expression run away", () => {
  const request = MESSAGE.request as NonNullable<PolicyMessage["request"]>;
  const target = `/?${"a=1&".repeat(2_000)}`;
  const loops = "req.Params['a'].all(x, req.Params['a'].all(y, x == y))";
  expect(() => value(loops, { ...MESSAGE, request: { ...request, target } })).toThrow(/too many steps/);
  expect(value(loops, { ...MESSAGE, request: { ...request, target: "/?a=1&a=1" } })).toBe(true);
  const long = { ...request, headers: [["x", "a".repeat(60_000)]] as const };
  const slow = "req.headers['x'][0].matches('(a?){400}b')";
  const begun = performance.now();
  expect(() => value(slow, { ...MESSAGE, request: long })).toThrow(/too long for this pattern/);
  expect(performance.now() - begun).toBeLessThan(1_000);
  expect(() => value("req.headers['none'][0] == 'a'")).toThrow(/^failed: /);
});

/** The same said in the names of both eras. */
const PAIRS: [old: string, later: string][] = [
  ["conn.ClientIP == '203.0.113.7'", "conn.client_ip == '203.0.113.7'"],
  ["req.Method == 'GET'", "req.method == 'GET'"],
  ["req.URL.contains('a')", "req.url.uri.contains('a')"],
  ["req.Host == 'a.example'", "req.host == 'a.example'"],
  ["'b' in req.Params['a']", "'b' in req.url.query_params['a']"],
  ["'b' in req.Headers['X-A']", "'b' in req.headers['x-a']"],
  ["'X-A' in req.Headers", "'x-a' in req.headers"],
  ["size(req.Cookies) > 0", "size(req.cookies) > 0"],
  ["req.ContentLength > 10", "req.content_length > 10"],
  ["res.StatusCode >= '300'", "res.status_code >= 300"],
  ["res.StatusCode == '200'", "res.status_code == 200"],
  ["'b' in res.Headers['X-A']", "'b' in res.headers['x-a']"],
  ["req.ClientTLS.Version.contains('1.3')", "conn.tls.version.contains('1.3')"],
  ["req.ClientTLS.CertCN == 'a'", "conn.tls.client.subject.common_name == 'a'"],
  ["req.Location == '/a'", "req.location == '/a'"],
];

it("an expression in the names of either era has the same verdict", () => {
  // Cause: two sets of names for the same values. Law: translating an expression changes nothing, nor whether it fails.
  const headers = fc.array(
    fc.tuple(
      fc.constantFrom("X-A", "x-a", "cookie", "content-length", "Location"),
      fc.constantFrom("b", "a=1", "12", "/a"),
    ),
    { maxLength: 4 },
  );
  const message = fc
    .record({
      clientIp: fc.constantFrom("203.0.113.7", "::1"),
      method: fc.constantFrom("GET", "POST"),
      host: fc.constantFrom("a.example", "b.example"),
      target: fc.constantFrom("/", "/a?a=b", "/?a=c&a=b", "/x?b"),
      status: fc.integer({ min: 100, max: 599 }),
      secure: fc.boolean(),
      asked: headers,
      answered: headers,
    })
    .map(({ clientIp, status, secure, asked, answered, ...request }): PolicyMessage => ({
      ...MESSAGE,
      clientIp,
      tls: secure ? MESSAGE.tls : null,
      certificate: secure ? { ...MESSAGE.certificate!, subject: { CN: "a" } } : null,
      request: { ...MESSAGE.request!, ...request, headers: asked },
      response: { status, headers: answered },
    }));
  const joined = fc.array(fc.tuple(fc.constantFrom(...PAIRS), fc.constantFrom("&&", "||")), {
    minLength: 1,
    maxLength: 3,
  });
  const verdict = (text: string, one: PolicyMessage) => {
    try {
      return value(text, one);
    } catch {
      return "fails";
    }
  };
  fc.assert(
    fc.property(joined, message, (terms, one) => {
      const [old, later] = [0, 1].map((era) =>
        terms.map(([pair, by], index) => `${index === 0 ? "" : by} ${pair[era]}`).join(" "),
      );
      expect(verdict(old!, one)).toBe(verdict(later!, one));
    }),
    { numRuns: 60 },
  );
});
