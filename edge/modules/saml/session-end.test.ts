// Cause: a session outlived that of the provider, and force_authn took a login of long before. Law: a session ends when the provider
// says so, and where it is to ask anew, an earlier login lets nobody in (docs/decisions/edge/saml.md).
import { afterEach, expect, test, vi } from "vitest";
import { cookiesOf, PAGE, samlVisits } from "../../testing/saml-visits.ts";
import { signedXml } from "../../testing/signed-xml.ts";

const v = samlVisits();
const { set } = v;
afterEach(() => void vi.useRealTimers());
const at = (ms: number) => new Date(Date.now() + ms).toISOString();

/** An answer to a login that was begun, whose statement of the login has these attributes too, all signed. */
async function come(attributes: Record<string, string>) {
  const { id, cookie } = await v.begin();
  const xml = await v.idp.answer({ ...v.right(id), signAssertion: false });
  const changed = Object.entries(attributes).reduce(
    (text, [name, value]) =>
      text
        .replace(new RegExp(`(<saml:AuthnStatement[^>]*) ${name}="[^"]*"`), "$1")
        .replace("<saml:AuthnStatement", `<saml:AuthnStatement ${name}="${value}"`),
    xml,
  );
  expect(changed).not.toBe(xml);
  return v.come(signedXml(changed, v.idp.key), cookie);
}

test("a session ends when the provider ends its own", async () => {
  v.answer((_request, response) => response.end("app"));
  const { status, headers } = await come({ SessionNotOnOrAfter: at(60_000) });
  expect(status).toBe(302);
  const cookie = cookiesOf(headers);
  expect(await v.visit("/v1/x", { ...PAGE, cookie })).toMatchObject({ status: 200, body: "app" });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  const over = await v.visit("/v1/x", { ...PAGE, cookie });
  expect([over.status, (await v.why(over)).reason]).toEqual([
    302,
    expect.stringMatching(/^The session is over: /),
  ]);
});

test.each([() => at(-1), () => "soon"])("one that is over begins none", async (end) => {
  const refused = await come({ SessionNotOnOrAfter: end() });
  expect([refused.status, (await v.why(refused)).reason]).toEqual([
    403,
    "The provider’s own session is over",
  ]);
});

test("where the provider is to ask anew, an earlier login is refused", async () => {
  await set({ force_authn: true });
  for (const earlier of [at(-120_000), "once"]) {
    const refused = await come({ AuthnInstant: earlier });
    expect([refused.status, (await v.why(refused)).reason]).toEqual([
      403,
      "The identity provider did not ask to sign in again",
    ]);
  }
  expect((await come({ AuthnInstant: at(-30_000) })).status).toBe(302);
  await set({ force_authn: false });
  expect((await come({ AuthnInstant: at(-120_000) })).status).toBe(302);
});
