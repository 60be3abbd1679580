import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { href, paths } from "#resources/paths.ts";
import { refHref } from "#resources/ref-target.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./backends-page.tsx";

const server = connectedServer();
const list = (key: string, items: object[]) => ({ [key]: items, uri: "/", next_page_uri: null });
const backend = (id: string, description: string, more: object = {}) => ({
  id,
  uri: `/${id}`,
  created_at: "2026-01-02T03:04:05Z",
  description,
  ...more,
});

// Cause: backends of the kinds that this console can't edit were not counted, and a reference to one led nowhere. Law: what
// is there is counted, named and linked, also where it can't be changed.
it("counts, names and links backends of kinds that can’t be edited here", async () => {
  const answers: Record<string, object> = {
    "/backends/tunnel_group": list("backends", [
      backend("bkdtg_1", "Webhooks", { labels: { app: "hooks" } }),
    ]),
    "/backends/weighted": list("backends", [backend("bkdwd_1", "Canary", { backends: { bkdtg_1: 10 } })]),
    "/tunnels": list("tunnels", []),
    "/tunnel_sessions": list("tunnel_sessions", []),
    "/edges/https": list("https_edges", []),
    "/edges/tls": list("tls_edges", []),
    "/edges/tcp": list("tcp_edges", []),
  };
  server.answerWith((request, response) => {
    const answer = answers[request.url?.split("?")[0] ?? ""];
    return json(answer ? 200 : 404, answer ?? {})(request, response);
  });
  expect(refHref({ id: "bkdwd_1" })).toBe(href.backends("?open=bkdwd_1"));
  const routes = [{ path: paths.backends, Component }];
  const { user } = renderInApp(null, { path: href.backends("?open=bkdwd_1"), routes });
  const row = within(await screen.findByRole("row", { name: /Canary.*Weighted backend/ }));
  expect(await screen.findByRole("row", { name: /Webhooks.*No agent online/ })).toBeDefined();
  expect(await screen.findByText("Weighted, can’t be changed here")).toBeDefined();
  await user.click(row.getByRole("button", { name: "Actions for Canary" }));
  expect((await screen.findByRole("menuitem", { name: /Delete/ })).getAttribute("aria-disabled")).toBe(
    "true",
  );
});
