// Cause: one read of the service looks for a second at most, and its empty answer with a next page was shown as "No requests
// match" though an older one did. Law: nothing is said of what was not searched (decisions/api/traffic-filters.md).
import { screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { idAt } from "#service/store/ids.ts";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { httpEvent } from "#testing/traffic-events.ts";
import { Component } from "./traffic-page.tsx";

const MINUTE = 60_000;
const begun = Date.now();
const ids = [2, 30, 50].map((minutes) => idAt("event", begun - minutes * MINUTE));
/** Reads that are let through; the others wait. */
let allowed = 1;
const asked: string[] = [];
let match: unknown[] = [httpEvent({ "http.request.url.path": "/zebra" })];
const server = await startFaultServer((request, response) => {
  const url = new URL(request.url ?? "", "http://any");
  asked.push(url.searchParams.get("before_id") ?? "");
  const read = ids.indexOf(url.searchParams.get("before_id") ?? "") + 1;
  const answer = (): void => {
    const next_page_uri = read < ids.length ? `${server.origin}/traffic?before_id=${ids[read]}` : null;
    const traffic = read < ids.length ? [] : match;
    if (url.pathname !== "/traffic") json(404, { status_code: 404, msg: "Not Found" })(request, response);
    else if (read >= allowed) setTimeout(answer, 5);
    else json(200, { traffic, uri: `${server.origin}/traffic`, next_page_uri })(request, response);
  };
  answer();
});

beforeAll(() => setConnection({ baseUrl: server.origin, key: "k", versionHeader: "V" }, { remember: false }));
afterAll(async () => {
  forgetConnection();
  await server.close();
});

const said = () => document.body.textContent;

it("says how far it searched, and searches on until something is found", async () => {
  allowed = 1;
  const { user } = renderInApp(<Component />, { path: "/traffic?q=zebra" });
  const more = await screen.findByRole("button", { name: "Search older" });
  await waitFor(() =>
    expect(said()).toContain("No match in the last 2 min. Older requests are not searched yet."),
  );
  expect(said()).not.toContain("No requests match");
  allowed = 2;
  await user.click(more);
  await waitFor(() => expect(said()).toContain("No match in the last 30 min."));
  allowed = 4;
  await screen.findByRole("link", { name: /\/zebra$/ });
  expect(screen.queryByRole("button", { name: /older$/ })).toBeNull();
});

it("says that none matches when all was searched", async () => {
  allowed = 4;
  match = [];
  const { user } = renderInApp(<Component />, { path: "/traffic?q=zebra" });
  await user.click(await screen.findByRole("button", { name: "Search older" }));
  await screen.findByText("No requests match. New matches appear here.");
  expect(screen.queryByRole("button", { name: "Search older" })).toBeNull();
});

// Cause: a search of a time went on to the oldest request that is kept. Law: what began before it can't match, and is not searched.
it("searches no further than the time that is asked for", async () => {
  allowed = 4;
  match = [];
  asked.length = 0;
  const since = new Date(begun - 40 * MINUTE).toISOString();
  const { user } = renderInApp(<Component />, { path: `/traffic?since=${since}` });
  await user.click(await screen.findByRole("button", { name: "Search older" }));
  await screen.findByText(/^No requests match/);
  expect(asked).not.toContain(ids[2]);
});
