// Cause: after a reload in the middle of a restart the page knew nothing of its endpoint, and said "loading" for ever
//. Law: what this tab saw stays known for the visit, and is followed to what serves in its place.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { endpoints } from "#resources/endpoints.ts";
import { href, paths } from "#resources/paths.ts";
import { commandAgent } from "#fleet/command-agent.ts";
import { fetchList } from "#api/list.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService } from "#testing/service.ts";
import { tunnels } from "#resources/tunnels.ts";
import { Component } from "./endpoint-page.tsx";

const URL = "https://fra-gw-01.northwind.example";

it("knows its endpoint after a reload, and what serves in its place", { timeout: 40_000 }, async () => {
  const service = await startTestService({ demo: 8 });
  const baseUrl = `${service.origin}/api`;
  setConnection({ baseUrl, key: service.key, versionHeader: "Service-Version" }, { remember: false });
  const all = await fetchList({ ...endpoints, item: endpoints.answer });
  const old = all.find(({ public_url: url }) => url === URL)!;
  const tunnel = await tunnels.fetchOne(old.tunnel!.id, { client: undefined as never });
  const routes = [{ path: paths.endpoint, element: <Component /> }];
  const page = renderInApp(null, { path: href.endpoint(old.id), routes });
  expect(await screen.findByRole("heading", { level: 1, name: URL })).toBeTruthy();
  expect(await screen.findByRole("link", { name: "fra-gw-01" })).toBeTruthy();
  page.unmount();

  await commandAgent(tunnel.tunnel_session!.id, "restart");
  await expect.poll(() => endpoints.fetchOne(old.id, { client: page.client }).catch(() => null)).toBeNull();
  renderInApp(null, { path: href.endpoint(old.id), routes });
  expect(await screen.findByRole("heading", { level: 1, name: URL })).toBeTruthy();
  expect((await screen.findAllByText("Online again", {}, { timeout: 30_000 })).length).toBeGreaterThan(0);
  expect(screen.getByText(/^as of \d+ s ago$/)).toBeTruthy();
  forgetConnection();
  await service.close();
});
