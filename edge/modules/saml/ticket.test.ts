// Cause: no test failed when a ticket was good for ever, or twice: what a provider said by itself, in the address of one redirect, would
// let in whoever finds that address. Law: it is good once, and for a minute (docs/decisions/edge/saml.md).
import { afterEach, expect, test, vi } from "vitest";
import { PAGE, samlVisits } from "../../testing/saml-visits.ts";

const v = samlVisits();
afterEach(() => void vi.useRealTimers());

const later = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });

test("a login that the provider begins is taken once, from whoever has its address", async () => {
  const { status, url } = await v.come(await v.idp.answer(v.right(undefined)), "");
  expect(status).toBe(302);
  const again = await v.visit(url.pathname + url.search, PAGE);
  expect([again.status, (await v.why(again)).reason]).toEqual([400, "The answer was used before"]);
});

test("a ticket is good for a minute", async () => {
  const answer = await v.idp.answer(v.right(undefined));
  const form = new URLSearchParams({ SAMLResponse: Buffer.from(answer).toString("base64") }).toString();
  const asked = { routeId: v.ids.route, query: "", accept: "", part: "acs", form } as const;
  const ticket = async () => new URL(String((await v.endpoints(asked)).headers["location"]));
  const { pathname, search } = await ticket();
  later(61_000);
  expect(await v.visit(pathname + search, PAGE)).toMatchObject({ status: 400 });
});
