// Cause: the edge did not apply oidc, so a route with it was closed to everybody. Law: whom the provider signs in is let in, as
// long as the provider knows them; nobody else is, whatever they bring (docs/decisions/edge/logins.md).
import { type CryptoKey, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Browser } from "../testing/browser.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";
import { type OpenIdProvider, startOpenIdProvider } from "../testing/openid-provider.ts";

const t = moduleEdge();
let provider: OpenIdProvider;
let asked: Record<string, string | string[] | undefined>;
beforeAll(async () => {
  provider = await startOpenIdProvider({ callbacks: [`http://${EDGE}/oauth2/callback`], refresh: true });
  t.answer((request, response) => {
    asked = request.headers;
    response.end(`app ${request.url}`);
  });
});
afterAll(() => provider.close());
afterEach(() => {
  vi.useRealTimers();
  Object.assign(provider, { visitor: "ann", instead: null, forge: null });
  provider.accounts.set("ann", { email: "ann@acme.test", email_verified: true, name: "Ann Ångström" });
});

/** Locks the route; another `scope` is another configuration, with a provider that is not known yet. */
async function locked(more: object = {}): Promise<Browser> {
  await t.set("oidc", { issuer: provider.issuer, ...provider.client, ...more });
  return new Browser(t);
}

const later = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1_000 });

/** The decision and the code of the last request. */
async function told({ asked: count, name }: Browser) {
  const events = () => t.events.filter((event) => JSON.stringify(event).includes(`"${name}"`));
  await vi.waitFor(() => expect(events()).toHaveLength(count));
  const { decisions = [], error_code } = events().at(-1)?.gatehouse ?? {};
  return { ...decisions.find(({ module }) => module === "oidc"), error_code };
}

describe("who signs in", () => {
  test("is sent to the provider and back to the page, is let in, and is named to the app", async () => {
    const browser = await locked();
    const sent = await browser.get("/v1/x?y=1");
    const url = new URL(String(sent.headers.location));
    expect(sent.status).toBe(302);
    expect(sent.headers["cache-control"]).toBe("no-store");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "edge",
      redirect_uri: `http://${EDGE}/oauth2/callback`,
      response_type: "code",
      scope: "openid email profile",
      code_challenge_method: "S256",
      nonce: expect.stringMatching(/^.{43}$/),
    });
    expect(await told(browser)).toMatchObject({
      verdict: "answer",
      reason: `No session: sent to ${provider.issuer}`,
      error_code: undefined,
    });
    const back = await browser.get(await browser.atProvider(url.href));
    expect([back.status, back.headers.location]).toEqual([302, `http://${EDGE}/v1/x?y=1`]);
    const held = [...browser.cookies.keys()];
    expect(held).toEqual(["service.gatehouse-session-http"]);
    const page = await browser.get("/v1/x?y=1", {
      headers: { "gatehouse-auth-user-id": "root", gatehouse_auth_user_name: "root" },
    });
    expect([page.status, page.body]).toEqual([200, "app /v1/x?y=1"]);
    expect(asked).toMatchObject({
      "gatehouse-auth-user-id": "ann",
      "gatehouse-auth-user-email": "ann@acme.test",
    });
    expect(Buffer.from(String(asked["gatehouse-auth-user-name"]), "latin1").toString()).toBe("Ann Ångström");
    expect(asked).not.toHaveProperty("gatehouse_auth_user_name");
    expect(asked["cookie"] ?? "").toBe("");
    expect(await told(browser)).toMatchObject({ verdict: "allow", reason: "Signed in as ann@acme.test" });
    const text = JSON.stringify(t.events);
    for (const secret of [...browser.cookies.values(), provider.client.client_secret])
      expect(text).not.toContain(secret);
  });

  // Cause: "false" as a text, as some providers send it, counted as verified.
  test.each([false, "false"])(
    "an address that the provider calls unverified (%j) is not named",
    async (said) => {
      provider.accounts.set("ann", { email: "boss@acme.test", email_verified: said, name: "Ann" });
      const browser = await locked();
      await browser.signIn();
      await browser.get("/v1/x");
      expect(asked).not.toHaveProperty("gatehouse-auth-user-email");
    },
  );

  test("needs to again when the login is configured otherwise, after its bounds, and once signed out", async () => {
    const browser = await locked({ inactivity_timeout: 100, maximum_duration: 150 });
    await browser.signIn();
    expect((await browser.get("/v1/x")).status).toBe(200);
    later(60);
    expect((await browser.get("/v1/x")).status).toBe(200);
    later(60);
    expect((await browser.get("/v1/x")).status).toBe(200);
    later(60);
    expect((await browser.get("/v1/x")).status).toBe(302);
    vi.useRealTimers();
    await locked({ scopes: ["email"] });
    expect((await browser.get("/v1/x")).status).toBe(302);
    await browser.signIn();
    expect((await browser.get("/v1/x")).status).toBe(200);
    const out = await browser.get("/oauth2/logout");
    expect(out.status).toBe(302);
    expect(String(out.headers.location)).toContain(`${provider.issuer}/session/end?client_id=edge`);
    expect((await browser.get("/v1/x")).status).toBe(302);
  });

  test("is out once nobody has used the session for its time", async () => {
    const browser = await locked({ inactivity_timeout: 100 });
    await browser.signIn();
    for (const wait of [90, 90]) {
      later(wait);
      expect((await browser.get("/v1/x")).status).toBe(200);
    }
    later(101);
    expect((await browser.get("/v1/x")).status).toBe(302);
  });

  test.each([true, false])(
    "and is removed at the provider is out after the re-check (refresh token: %s)",
    async (refresh) => {
      const own = await startOpenIdProvider({ callbacks: [`http://${EDGE}/oauth2/callback`], refresh });
      const browser = await locked({ issuer: own.issuer });
      await browser.signIn();
      expect((await browser.get("/v1/x")).status).toBe(200);
      later(301);
      // The check is shared by requests that come together, and noted in the session.
      const both = await Promise.all([browser.get("/v1/x"), browser.get("/v1/x")]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      later(301);
      own.instead = (_request, response) => Boolean(response.socket?.destroy());
      expect((await browser.get("/v1/x")).status).toBe(503);
      own.instead = null;
      own.accounts.delete("ann");
      const out = await browser.get("/v1/x");
      expect(out.status).toBe(302);
      const refused = await browser.get(await browser.atProvider(String(out.headers.location)));
      expect(refused).toMatchObject({
        status: 403,
        headers: { "gatehouse-error-code": "ERR_GATEHOUSE_3242" },
      });
      expect((await browser.get("/v1/x")).status).toBe(302);
      own.close();
    },
  );
});

describe("without a session", () => {
  test.each<[string, string, Record<string, string>]>([
    ["a POST", "POST", {}],
    ["a call of a script", "GET", { accept: "application/json" }],
    ["a preflight", "OPTIONS", {}],
    [
      "a WebSocket",
      "GET",
      {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-key": "x",
        "sec-websocket-version": "13",
      },
    ],
  ])("%s is refused, not sent on", async (_what, method, headers) => {
    const browser = await locked();
    expect(await browser.get("/v1/x", { method, headers })).toMatchObject({
      status: 401,
      headers: { "gatehouse-error-code": "ERR_GATEHOUSE_3240" },
    });
  });

  test("a preflight passes where it may, and nothing of the login’s own paths does", async () => {
    const browser = await locked({ options_passthrough: true });
    expect((await browser.get("/v1/x", { method: "OPTIONS" })).status).toBe(200);
    expect((await browser.get("/oauth2/callback", { method: "OPTIONS" })).status).toBe(400);
    expect((await browser.get("/oauth2/logout", { method: "OPTIONS" })).body).not.toContain("app");
    expect((await browser.get("/v1/x")).status).toBe(302);
  });
});

describe("refused is", () => {
  type Case = (browser: Browser, back: string) => Promise<string> | string;
  const state = (back: string) => new URLSearchParams(back.slice(back.indexOf("?"))).get("state") ?? "";
  test.each<[string, Case, number, string, RegExp]>([
    [
      "another state",
      (_browser, back) => back.replace(state(back), "x".repeat(43)),
      400,
      "3241",
      /No sign-in/,
    ],
    ["no state", (_browser, back) => back.replace(/state=[^&]+/, ""), 400, "3241", /No sign-in/],
    [
      "another browser",
      (browser, back) => {
        browser.cookies.clear();
        return back;
      },
      400,
      "3241",
      /No sign-in/,
    ],
    [
      "a state that was changed",
      (browser, back) => {
        for (const [name, value] of browser.cookies) browser.cookies.set(name, `${value.slice(0, -1)}_`);
        return back;
      },
      400,
      "3241",
      /No sign-in/,
    ],
    [
      "a state that is too old",
      (_browser, back) => {
        later(601);
        return back;
      },
      400,
      "3241",
      /No sign-in/,
    ],
    [
      "a state that was used",
      async (browser, back) => {
        const before = new Map(browser.cookies);
        expect((await browser.get(back)).status).toBe(302);
        for (const [name, value] of before) browser.cookies.set(name, value);
        return back;
      },
      400,
      "3241",
      /used before/,
    ],
    [
      "a code that was used",
      async (browser, back) => {
        expect((await browser.get(back)).status).toBe(302);
        browser.cookies.clear();
        const { headers } = await browser.get("/v1/x");
        const next = new URL(String(headers.location)).searchParams.get("state") ?? "";
        return back.replace(state(back), next);
      },
      403,
      "3242",
      /invalid_grant$/,
    ],
    [
      "an answer of another provider",
      (_browser, back) => back.replace(/iss=[^&]+/, "iss=https%3A%2F%2Fevil.example"),
      403,
      "3242",
      /not valid/,
    ],
    [
      "what the provider does not allow",
      (_browser, back) =>
        `/oauth2/callback?error=access_denied&error_description=%3Cb%3E&state=${state(back)}&iss=${encodeURIComponent(provider.issuer)}`,
      403,
      "3242",
      /answered access_denied$/,
    ],
    [
      "a provider that is gone",
      (_browser, back) => {
        provider.instead = (_request, response) => Boolean(response.socket?.destroy());
        return back;
      },
      503,
      "3244",
      /closed the connection$/,
    ],
    // Cause: a profile that no cookies hold was a fault of the edge (500), and logged as one. Law: it is told as what it is.
    [
      "a provider that says more than cookies hold",
      (_browser, back) => {
        provider.accounts.set("ann", { name: "n".repeat(40_000) });
        return back;
      },
      503,
      "3244",
      /^The provider says too much for cookies/,
    ],
    [
      "a provider whose answer has no end",
      (_browser, back) => {
        provider.instead = (_request, response) => response.end("x".repeat(2_000_000)).writable || true;
        return back;
      },
      503,
      "3244",
      /longer than 1 MB/,
    ],
  ])("%s", async (_what, change, status, code, reason) => {
    const browser = await locked();
    const back = await change(browser, await browser.begin());
    expect(await browser.get(back)).toMatchObject({
      status,
      headers: { "gatehouse-error-code": `ERR_GATEHOUSE_${code}` },
    });
    vi.useRealTimers();
    expect((await told(browser)).reason).toMatch(reason);
  });

  test.each<[string, (claims: JWTPayload) => Promise<string> | string]>([
    ["an ID token without signature", (claims) => `${part({ alg: "none" })}.${part(claims)}.`],
    [
      "an ID token of another key",
      async (claims) => signed(claims, "ES256", (await generateKeyPair("ES256")).privateKey),
    ],
    ["an ID token signed with the client’s secret", (claims) => signed(claims, "HS256", secret)],
    ["an ID token of another sign-in", (claims) => provider.sign({ ...claims, nonce: "x" })],
    ["an ID token for another client", (claims) => provider.sign({ ...claims, aud: "other" })],
    [
      "an ID token of another provider",
      (claims) => provider.sign({ ...claims, iss: "https://evil.example" }),
    ],
    [
      "an ID token that is over",
      (claims) => provider.sign({ ...claims, exp: Math.floor(Date.now() / 1_000) - 60 }),
    ],
  ])("%s", async (_what, forge) => {
    const browser = await locked();
    const back = await browser.begin();
    provider.forge = forge;
    expect(await browser.get(back)).toMatchObject({
      status: 403,
      headers: { "gatehouse-error-code": "ERR_GATEHOUSE_3242" },
    });
    expect([...browser.cookies.keys()]).toEqual([]);
  });

  // Cause: the page of a cancelled sign-in led nowhere, and to load it again failed again. Law: a refusal has the way to try again.
  test("shown with the way back to the page that was opened, or to the first", async () => {
    const browser = await locked();
    const back = await browser.begin('/v1/x?a=1&b="%3Cb>');
    const cancelled = `/oauth2/callback?error=access_denied&state=${state(back)}&iss=${encodeURIComponent(provider.issuer)}`;
    const link = (path: string) => `<a href="${path}">Open the address again</a>`;
    expect((await browser.get(cancelled)).body).toContain(link("/v1/x?a=1&amp;b=%22%3Cb%3E"));
    expect((await browser.get(cancelled)).body).toContain(link("/"));
    expect((await browser.get("/v1/x", { method: "POST" })).body).not.toContain("<a ");
  });

  test("an issuer that is not there, or is somebody else, and then is itself", async () => {
    const browser = await locked({ scopes: ["openid"] });
    provider.instead = (_request, response) => Boolean(response.writeHead(500).end("{}"));
    expect((await browser.get("/v1/x")).status).toBe(503);
    provider.instead = (_request, response) =>
      Boolean(
        response.setHeader("content-type", "application/json").end('{"issuer":"https://evil.example"}'),
      );
    await vi.waitFor(
      async () => {
        expect((await browser.get("/v1/x")).status).toBe(503);
        expect((await told(browser)).reason).toMatch(/ is another issuer than /);
      },
      { interval: 200 },
    );
    provider.instead = null;
    await vi.waitFor(async () => expect((await browser.get("/v1/x")).status).toBe(302), {
      interval: 200,
    });
  });
});

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const secret = Buffer.from("s3cret-of-the-client-0123456789-0123456789");

const signed = (claims: JWTPayload, alg: string, key: CryptoKey | Uint8Array): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg, kid: "one" }).sign(key);
