import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Browser } from "../../testing/browser.ts";
import { EDGE, moduleEdge } from "../../testing/module-edge.ts";
import { type OpenIdProvider, startOpenIdProvider } from "../../testing/openid-provider.ts";
import { providerFault } from "./provider-fault.ts";

const t = moduleEdge();
let provider: OpenIdProvider;
let scope = "";
beforeAll(async () => {
  provider = await startOpenIdProvider({ callbacks: [`http://${EDGE}/oauth2/callback`] });
});
afterAll(() => provider.close());

// Cause: a provider that hangs was told as "23", the number of a time-out. Law: a reason says in words what happened.
test("a provider that hangs, or whose clock differs, is told in words", () => {
  const told = (error: Error) => providerFault(error, "login.example").message;
  const late = new Error("late", { cause: new DOMException("late", "TimeoutError") });
  expect(told(late)).toBe("login.example does not answer within 5 s");
  const code = "OAUTH_JWT_TIMESTAMP_CHECK_FAILED";
  expect(told(Object.assign(new Error("no"), { code }))).toMatch(/ is not valid: no\. Compare the clocks$/);
});

// Cause: "gave no valid answer: OAUTH_RESPONSE_IS_NOT_CONFORM", the code of a library, for a provider that answered 500. Law: a reason
// says in words what happened.
test.each([
  ["answered 500", (response: ServerResponse) => response.writeHead(500).end("{}")],
  ["gave no valid answer: it isn’t JSON", (response: ServerResponse) => response.end("<p>Hello")],
  [
    "gave no valid answer: it isn’t JSON",
    (response: ServerResponse) => response.setHeader("content-type", "application/json").end("<p>Hello"),
  ],
  [
    "gave no valid answer: no valid “authorization_endpoint”",
    (response: ServerResponse) =>
      response.setHeader("content-type", "application/json").end(JSON.stringify({ issuer: provider.issuer })),
  ],
  [
    "is another issuer than “",
    (response: ServerResponse) =>
      response.setHeader("content-type", "application/json").end('{"issuer":"https://other.example"}'),
  ],
])("a provider of no use %s", async (words, answer) => {
  provider.instead = (_request, response) => Boolean(answer(response));
  // Another configuration each time: of one that failed a moment ago the provider is not asked again.
  scope += "s";
  await t.set("oidc", { issuer: provider.issuer, ...provider.client, scopes: ["openid", scope] });
  const browser = new Browser(t);
  expect((await browser.get("/v1/x")).status).toBe(503);
  const mine = () => t.events.find((event) => JSON.stringify(event).includes(`"${browser.name}"`));
  await vi.waitFor(() => expect(mine()).toBeDefined());
  const { decisions = [] } = mine()?.gatehouse ?? {};
  const { reason } = decisions.find(({ module }) => module === "oidc") ?? {};
  expect(reason).toContain(`${new URL(provider.issuer).host} ${words}`);
});
