// Cause: a reload after a rotation said "No such key" of the old one, and that both keys work, until the new one was read. Law: a
// rotation that is over says so, or nothing yet.
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { ApiKey } from "#contract/api-key.ts";
import { href, paths } from "#resources/paths.ts";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./key-rotate-page.tsx";

afterEach(forgetConnection);

it("waits for the new key once the old one is known to be gone", async () => {
  const made = ApiKey.parse({ id: "ak_new", uri: "", created_at: "2026-11-21T00:00:00Z", description: "ci" });
  const absent = json(404, { status_code: 404, msg: "no", details: {} });
  let answerNew = () => {};
  const server = await startFaultServer((asked, response) => {
    if (asked.url?.endsWith("/api_keys/ak_new")) answerNew = () => json(200, made)(asked, response);
    else absent(asked, response);
  });
  setConnection(
    { baseUrl: `${server.origin}/api`, key: "k", versionHeader: "Service-Version" },
    { remember: false },
  );
  renderInApp(null, {
    path: `${href.keyRotate("ak_old")}?new=ak_new`,
    routes: [{ path: paths.keyRotate, Component }],
  });
  await screen.findByRole("status", { name: "Loading the new key" });
  expect(document.body.textContent).not.toMatch(/No such key|Both keys work/);
  answerNew();
  await screen.findByText("Rotated");
  expect(screen.getByRole("link", { name: "Open new key" }).getAttribute("href")).toBe(href.key("ak_new"));
  expect(document.body.textContent).not.toMatch(/No such key|Both keys work/);
  await server.close();
});
