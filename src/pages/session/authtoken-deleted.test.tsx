// Cause: once its authtoken was deleted, the page of an agent promised to follow it to a new session, which the service refuses for
// good. Law: what can't come true is not promised, and the cause is told where it is known.
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { departures } from "#fleet/departures.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./session-page.tsx";

const server = connectedServer();
const ID = "ts_2nXbQ3456789KqAbQ3456789Kqz";
const AUTHTOKEN = { id: "cr_2nXbQ3456789KqAbQ3456789Kqz", uri: "" };
const SESSION = {
  id: ID,
  uri: "",
  agent_version: "3.18.2",
  credential: AUTHTOKEN,
  ip: "192.0.2.7",
  metadata: '{"host":"ams-scan-01"}',
  os: "linux",
  region: "eu",
  started_at: "2026-01-02T03:04:05Z",
  transport: "service/2",
};
const absent = json(404, { status_code: 404, msg: "Not found.", details: {} });
afterEach(() => departures.set([]));

/** The page of an agent that was lost; `authtokens` = those that the service lists, null where it has no such list. */
function open(authtokens: object[] | null) {
  const asked: string[] = [];
  server.answerWith((request, response) => {
    const path = request.url?.split("?")[0]?.slice(1) ?? "";
    asked.push(path);
    const found = authtokens?.find((one) => path.endsWith(`/${(one as typeof AUTHTOKEN).id}`));
    const isOne = path.startsWith("credentials/") || path.endsWith(ID);
    if (found) return json(200, found)(request, response);
    if (isOne || (path === "credentials" && !authtokens)) return absent(request, response);
    const rows = path === "credentials" ? authtokens : [];
    return json(200, { [path.replace("edges/", "")]: rows, uri: "", next_page_uri: null })(request, response);
  });
  departures.set([{ session: SESSION, seenAt: Date.now() - 6_000, leftAt: Date.now() - 5_000, served: [] }]);
  renderInApp(null, { path: href.session(ID), routes: [{ path: paths.session, Component }] });
  return asked;
}

it("says that the authtoken was deleted and what to do, and links to no dead one", async () => {
  open([{ ...AUTHTOKEN, id: "cr_other", created_at: "2026-01-02T03:04:05Z" }]);
  const note = await screen.findByText(/Its authtoken was deleted, so it can’t reconnect/);
  expect(note.textContent).toMatch(/^Last seen .*Create an authtoken, then start the agent with it\.$/);
  expect(within(note).getByRole("link", { name: "Create an authtoken" }).getAttribute("href")).toBe(
    href.authtokenNew(),
  );
  expect(screen.queryByText(/This page will follow it/)).toBeNull();
  expect(document.querySelector(`a[href*="${AUTHTOKEN.id}"]`)).toBeNull();
});

it.each([
  ["while it exists", [{ ...AUTHTOKEN, created_at: "2026-01-02T03:04:05Z" }], `credentials/${AUTHTOKEN.id}`],
  ["where the service has no authtokens", null, "credentials"],
])("says nothing of the authtoken %s", async (_, authtokens, read) => {
  const asked = open(authtokens);
  await waitFor(() => expect(asked).toContain(read));
  expect((await screen.findByText(/This page will follow it/)).textContent).not.toContain("authtoken");
});
