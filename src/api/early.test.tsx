// Cause: a page's lists were asked for once its code had been loaded and drawn. Law: they are asked for with the page itself, once,
// with the key that is used; whatever is amiss with them, the console asks anew.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { boot } from "./boot.ts";
import { request } from "./client.ts";
import { forgetConnection, setConnection } from "./connection.ts";

const server = connectedServer();
const LIST = "/tunnel_sessions?limit=100";
const FIRST = { "/sessions": { requests: [LIST], scripts: ["/assets/page.js"] } };
const read = (path = LIST) => request({ method: "GET", path });
const asked = () => server.seen.map(({ url }) => url);

beforeEach(() => {
  window.history.replaceState(null, "", "/sessions");
  server.answerWith(json(200, { ok: true }));
});
afterEach(() => {
  globalThis.gatehouseEarly = undefined;
  document.head.replaceChildren();
  for (const name of ["boot", "theme"]) delete document.documentElement.dataset[name];
  localStorage.clear();
  vi.useRealTimers();
});

it("asks for what the page needs first, and the console takes the answer, once", async () => {
  boot(FIRST, "2");
  expect(document.head.querySelector("link")?.getAttribute("href")).toBe("/assets/page.js");
  await expect(read()).resolves.toEqual({ ok: true });
  expect(asked()).toEqual([LIST]);
  expect(server.seen[0]?.headers).toMatchObject({ authorization: "Bearer k", "service-version": "2" });
  await read();
  expect(asked()).toEqual([LIST, LIST]);
});

it("tells a refusal as it tells any other", async () => {
  server.answerWith(json(401, { status_code: 401, msg: "No key has this token.", details: {} }));
  boot(FIRST, "2");
  await expect(read()).rejects.toMatchObject({ kind: "http", status: 401, msg: "No key has this token." });
  expect(asked()).toEqual([LIST]);
});

it.each([
  [
    "another key",
    () => setConnection({ baseUrl: server.origin, key: "b", versionHeader: "V" }, { remember: false }),
  ],
  ["half a minute later", () => vi.setSystemTime(Date.now() + 31_000)],
])("is asked for anew with %s", async (_, change) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  boot(FIRST, "2");
  change();
  await read();
  expect(asked()).toEqual([LIST, LIST]);
});

it("a change is never taken for what was asked for early", async () => {
  boot(FIRST, "2");
  await request({ method: "POST", path: LIST });
  expect(server.seen.map(({ method }) => method).toSorted()).toEqual(["GET", "POST"]);
});

it.each([
  ["nobody is signed in", () => forgetConnection(), "connect"],
  ["what is kept is broken", () => sessionStorage.setItem("gatehouse.connection", "{"), "connect"],
  ["what is kept is no connection", () => sessionStorage.setItem("gatehouse.connection", "{}"), "connect"],
  ["one signs in", () => window.history.replaceState(null, "", "/connect"), "connect"],
  ["the page is another one", () => window.history.replaceState(null, "", "/keys/new"), undefined],
])("asks for nothing where %s, and shows the shell of it", (_, arrange, shell) => {
  localStorage.setItem("gatehouse.theme", "dark");
  arrange();
  boot(FIRST, "2");
  expect(asked()).toEqual([]);
  expect(globalThis.gatehouseEarly?.answers.size ?? 0).toBe(0);
  const { boot: shown, theme } = document.documentElement.dataset;
  expect([shown, theme]).toEqual([shell, "dark"]);
});
