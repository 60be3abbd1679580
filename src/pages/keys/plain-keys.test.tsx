// Cause and law: as in last-use.test.tsx.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./keys-page.tsx";

const server = connectedServer();

it("no column says when keys were last used where the service does not tell", async () => {
  const key = { id: "ak_1", uri: "/api_keys/ak_1", description: "ci", created_at: "2026-01-02T03:04:05Z" };
  const list = json(200, { keys: [key], uri: "/api_keys", next_page_uri: null });
  server.answerWith((asked, answer) =>
    (asked.url?.startsWith("/api_keys") ? list : json(404, {}))(asked, answer),
  );
  renderInApp(null, { path: href.keys(), routes: [{ path: paths.keys, Component }] });
  await screen.findByRole("link", { name: "ci" });
  await screen.findByRole("columnheader", { name: /Created/ });
  await expect.poll(() => screen.queryByRole("columnheader", { name: /Last used/ })).toBeNull();
});
