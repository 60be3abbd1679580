// Cause: after a reload in the middle of a restart the page knew nothing of its endpoint, and said "loading" for ever
//. Law: what this tab saw stays known for the visit, and is followed to what serves in its place.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { type AgentSession, openSession } from "#agent/session.ts";
import { request } from "#api/client.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { endpoints } from "#resources/endpoints.ts";
import { href, paths } from "#resources/paths.ts";
import { commandAgent } from "#fleet/command-agent.ts";
import { fetchList } from "#api/list.ts";
import { acceptingHost } from "#service/testing/accepting-host.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService } from "#testing/service.ts";
import { tunnels } from "#resources/tunnels.ts";
import { Component as TunnelPage } from "../tunnel/tunnel-page.tsx";
import { Component } from "./endpoint-page.tsx";

const URL = "https://fra-gw-01.northwind.example";

it("knows its endpoint after a reload, and what serves in its place", async () => {
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
  expect((await screen.findAllByText("Online again")).length).toBeGreaterThan(0);
  expect(screen.getByText(/^as of \d+ s ago$/)).toBeTruthy();
  forgetConnection();
  await service.close();
});

/** A line to the service that can be cut, as kill -9 cuts that of an agent. */
async function startLine(to: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(Number(new window.URL(to).port), "127.0.0.1");
    for (const one of [socket, onward]) sockets.add(one.on("error", () => undefined));
    socket.pipe(onward).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const kill = () => {
    server.close();
    for (const one of sockets) one.destroy();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, kill };
}

// Cause: an agent's replacement was online before its agent was killed. The page followed it to its new address, and after a reload
// called that very address "Offline", which no reading told it. Law: what a page shows is offline only while nothing serves it.
it.each(["endpoint", "tunnel"] as const)(
  "the page (%s) keeps to what serves in its place after a reload",
  async (what) => {
    const service = await startTestService();
    const baseUrl = `${service.origin}/api`;
    setConnection({ baseUrl, key: service.key, versionHeader: "Service-Version" }, { remember: false });
    const { token } = await request<{ token: string }>({ method: "POST", path: "/credentials", body: {} });
    const start = (url = service.origin) =>
      new Promise<AgentSession>((resolve) => {
        const agent = openSession({
          url: `${url.replace("http", "ws")}/agent`,
          authtoken: token,
          host: acceptingHost,
          metadata: "shop",
          tunnels: [{ proto: "https", forwards_to: "http://localhost:3000" }],
          onOnline: () => resolve(agent),
        });
      });
    const { kill, origin } = await startLine(service.origin);
    const first = await start(origin);
    const [old] = await fetchList({ ...tunnels, item: tunnels.answer });
    const path = what === "tunnel" ? href.tunnel(old!.id) : href.endpoint(old!.endpoint!.id);
    const routes = [
      { path: paths.endpoint, element: <Component /> },
      { path: paths.tunnel, element: <TunnelPage /> },
    ];
    const page = renderInApp(null, { path, routes });
    expect(await screen.findByRole("heading", { level: 1, name: old!.public_url! })).toBeTruthy();
    await screen.findAllByRole("link", { name: /shop/ });
    const second = await start();
    kill();
    await first.close();
    await expect.poll(() => tunnels.fetchOne(old!.id, { client: page.client }).catch(() => null)).toBeNull();
    await page.client.refetchQueries();
    expect((await screen.findAllByText("Online at a new address")).length).toBeGreaterThan(0);
    page.unmount();

    let wasOffline = false;
    const watch = new MutationObserver(() => {
      wasOffline ||= document.body.textContent.includes("Offline");
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    renderInApp(null, { path, routes });
    expect((await screen.findAllByText("Online at a new address")).length).toBeGreaterThan(0);
    watch.disconnect();
    expect(wasOffline).toBe(false);
    // And to what serves in place of that one.
    const third = await start();
    await second.close();
    const [newest] = await fetchList({ ...tunnels, item: tunnels.answer });
    expect(await screen.findByRole("heading", { level: 1, name: newest!.public_url! })).toBeTruthy();
    expect(screen.getAllByText("Online at a new address").length).toBeGreaterThan(0);
    await third.close();
    forgetConnection();
    await service.close();
  },
);
