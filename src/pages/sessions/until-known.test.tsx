// Cause: a list that was opened with a search or filter that only a lost agent matches said "No sessions match" for seconds, until it
// was read who had left. Law: what is not known yet is not denied; what waits for it has it read at once.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { departures } from "#fleet/departures.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { lostSessionOf, sessionOf } from "#testing/ended-sessions.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./sessions-page.tsx";

const server = connectedServer();

it.each(["?q=ams", "?state=offline"])("waits for who left (%s), then shows who matches", async (search) => {
  departures.set([]);
  let tell = () => {};
  const told = new Promise<void>((done) => {
    tell = done;
  });
  const list = (key: string, ...items: object[]) => ({ [key]: items, uri: "", next_page_uri: null });
  server.answerWith((request, response) => {
    const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    if (name === "tunnel_sessions") return json(200, list(name, sessionOf("fra-01")))(request, response);
    if (name !== "ended_sessions") return json(404, {})(request, response);
    return void told.then(() => json(200, list(name, lostSessionOf("ams-01")))(request, response));
  });
  const page = renderInApp(null, {
    path: href.sessions(search),
    routes: [{ path: paths.sessions, Component }],
  });
  await screen.findByText("1 online");
  const isAsked = () => server.seen.some(({ url }) => url.startsWith("/ended_sessions"));
  await expect.poll(isAsked).toBe(true);
  expect(screen.getByLabelText("Loading sessions")).toBeTruthy();
  expect(screen.queryByText(/match/)).toBeNull();
  tell();
  const table = within(await screen.findByRole("table", { name: "Sessions" }));
  expect(table.getByRole("link", { name: "ams-01" })).toBeTruthy();
  expect(screen.getByText("1 of 2 match")).toBeTruthy();
  const field = screen.getByRole("searchbox", { name: "Search sessions" });
  await page.user.clear(field);
  await page.user.type(field, "nobody");
  expect(await screen.findByText("No sessions match.")).toBeTruthy();
  expect(screen.getByText("0 of 2 match")).toBeTruthy();
});

it("says that none matches where the service can’t tell who left", async () => {
  departures.set([]);
  server.answerWith((request, response) => {
    const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    const answer = { tunnel_sessions: [sessionOf("fra-01")], uri: "", next_page_uri: null };
    return json(name === "tunnel_sessions" ? 200 : 500, answer)(request, response);
  });
  renderInApp(null, { path: href.sessions("?q=ams"), routes: [{ path: paths.sessions, Component }] });
  expect(await screen.findByText("No sessions match.")).toBeTruthy();
});
