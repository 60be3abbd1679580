import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { createQueryClient } from "#api/query-client.ts";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { href, paths } from "#resources/paths.ts";
import { refHref } from "#resources/ref-target.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./backends-page.tsx";

const server = connectedServer();
const routes = [{ path: paths.backends, Component }];
/** The kinds that were asked for, after so many requests. */
const asked = (from = 0) =>
  new Set(server.seen.slice(from).flatMap(({ url }) => /\/backends\/(\w+)/.exec(url)?.[1] ?? []));
const list = (key: string, items: object[]) => ({ [key]: items, uri: "/", next_page_uri: null });
const backend = (id: string, description: string, more: object = {}) => ({
  id,
  uri: `/${id}`,
  created_at: "2026-01-02T03:04:05Z",
  description,
  ...more,
});

// Cause: backends of the kinds that this console can't edit were not counted, "No agent needed" was said of them all, and a reference to one led nowhere. Law: what
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
  const { user, client, unmount } = renderInApp(null, { path: href.backends("?open=bkdwd_1"), routes });
  const row = within(
    await screen.findByRole("row", { name: /Canary.*Unknown, sends to other backends.*Weighted backend/ }),
  );
  expect(await screen.findByRole("row", { name: /Webhooks.*No agent online/ })).toBeDefined();
  expect(await screen.findByText("Weighted, can’t be changed here")).toBeDefined();
  // Cause: what the menu of a row can do was nowhere in its panel. Law: what is looked at can be acted on.
  const inPanel = screen.getByRole("button", { name: "Delete…" });
  expect(inPanel.getAttribute("aria-disabled")).toBe("true");
  await user.click(row.getByRole("button", { name: "Actions for Canary" }));
  expect((await screen.findByRole("menuitem", { name: /Delete/ })).getAttribute("aria-disabled")).toBe(
    "true",
  );
  // Cause: kinds that a service does not have were asked for again and again, four errors each in the browser's console.
  // Law: what the service said is not asked twice, and what it does not have not at all.
  const before = server.seen.length;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 });
  unmount();
  renderInApp(null, { client, path: href.backends(), routes });
  await waitFor(() => expect(asked(before)).toContain("weighted"));
  vi.useRealTimers();
  expect(asked(before)).toEqual(new Set(["tunnel_group", "weighted"]));
  // Cause: a route's line of its backend named tunnel groups only. Law: above.
  cleanup();
  renderInApp(<RefLookup reference={{ id: "bkdwd_1" }} withId={false} />, { client });
  const link = await screen.findByRole("link", { name: "Canary" });
  expect(link.getAttribute("href")).toBe(href.backends("?open=bkdwd_1"));
});

// Cause: a link to what is not there showed the list without a word. Law: that is said once, and never before the list is whole.
it("does not say that there is no such backend while some kinds are still being read", async () => {
  let answerWeighted = () => undefined as void;
  server.answerWith((request, response) => {
    const path = request.url?.split("?")[0];
    if (path === "/backends/tunnel_group")
      json(200, list("backends", [backend("bkdtg_1", "Webhooks")]))(request, response);
    else if (path !== "/backends/weighted") json(404, {})(request, response);
    else answerWeighted = () => json(200, list("backends", []))(request, response);
  });
  renderInApp(null, { path: href.backends("?open=bkdwd_1"), routes });
  await screen.findByRole("row", { name: /Webhooks/ });
  // The part that says it has been loaded by then.
  await import("#table/opened-row.tsx");
  await act(() => Promise.resolve());
  expect(screen.queryByText("No such backend.")).toBeNull();
  answerWeighted();
  expect(await screen.findByText("No such backend.")).toBeDefined();
});

it("asks for no kind that the service says it does not have", async () => {
  server.answerWith((request, response) => {
    const name = /^\/(?:backends\/)?(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    const key = { tunnel_group: "backends", https: "https_edges" }[name] ?? name;
    json(200, list(key, key === "backends" ? [backend("bkdtg_1", "Webhooks")] : []))(request, response);
  });
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, {
    ...DEFAULT_CONFIG,
    baseUrl: server.origin,
    backends: ["tunnel_group"],
  });
  renderInApp(null, { client, path: href.backends(), routes });
  expect(await screen.findByRole("link", { name: "Webhooks" })).toBeTruthy();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(asked()).toEqual(new Set(["tunnel_group"]));
});

// Cause: the question about a backend in use had a live button, and the service's refusal named its users by ID. Law: what the
// console knows it says before it asks, and does not offer what can't be done.
it("names as links where a backend is used, and deletes it once that has ended", async () => {
  let inUse = true;
  const edge = (id: string) => ({ id, uri: "", hostports: [`${id}.example:443`] });
  server.answerWith((request, response) => {
    const name = /^\/(?:backends\/|edges\/)?(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    const key = { tunnel_group: "backends", https: "https_edges", tls: "tls_edges", tcp: "tcp_edges" }[name];
    const used = { enabled: false, backend: { id: "bkdtg_1", uri: "" } };
    const items: Record<string, object[]> = {
      backends: [backend("bkdtg_1", "Webhooks", { labels: { app: "hooks" } })],
      tls_edges: [{ ...edge("edgtls_1"), created_at: "2026-01-02T03:04:05Z", backend: inUse ? used : null }],
    };
    json(200, list(key ?? name, items[key ?? name] ?? []))(request, response);
  });
  const { user, client } = renderInApp(null, { path: href.backends(), routes });
  await user.click(await screen.findByRole("button", { name: "Actions for Webhooks" }));
  await user.click(await screen.findByRole("menuitem", { name: /Delete/ }));
  const dialog = within(await screen.findByRole("dialog"));
  const user1 = await dialog.findByRole("link", { name: "edgtls_1.example" });
  expect(user1.getAttribute("href")).toBe("/edges/tls/edgtls_1");
  const button = dialog.getByRole("button", { name: /^Delete backend/ });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  inUse = false;
  await client.invalidateQueries();
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
  expect(dialog.queryByRole("link")).toBeNull();
});

// Cause: a backend was a green "1 agent online" beside its tunnel's "App unreachable". Law: what fails is shown as failing everywhere, and of
// several how many.
it("says of a backend that its app is unreachable, or how many of its apps fail", async () => {
  const at = "2026-01-02T03:04:05Z";
  const tunnel = (id: string, of: string) => ({
    id,
    uri: `/${id}`,
    started_at: at,
    forwards_to: "http://localhost:3074",
    backends: [{ id: of, uri: `/${of}` }],
  });
  const failed = (tunnel_id: string) => ({
    endpoint_id: `ep_${tunnel_id}`,
    edge_id: null,
    route_id: null,
    tunnel_id,
    failed: 6,
    of: 6,
    since: at,
    error_code: "ERR_GATEHOUSE_3202",
    status: null,
  });
  const answers: Record<string, object> = {
    "/backends/tunnel_group": list("backends", [
      backend("bkdtg_1", "Invoices", { labels: { app: "invoices" } }),
      backend("bkdtg_2", "Webhooks", { labels: { app: "hooks" } }),
      backend("bkdtg_3", "Queue", { labels: { app: "queue" } }),
    ]),
    "/tunnels": list("tunnels", [
      tunnel("tn_1", "bkdtg_1"),
      tunnel("tn_2", "bkdtg_2"),
      tunnel("tn_3", "bkdtg_2"),
      tunnel("tn_4", "bkdtg_3"),
    ]),
    "/tunnel_sessions": list("tunnel_sessions", []),
    "/unreachable_apps": { unreachable_apps: [failed("tn_1"), failed("tn_3")], uri: "/" },
  };
  server.answerWith((request, response) => {
    const answer = answers[request.url?.split("?")[0] ?? ""];
    return json(answer ? 200 : 404, answer ?? {})(request, response);
  });
  renderInApp(null, { path: href.backends("?open=bkdtg_1"), routes });
  expect(await screen.findByRole("row", { name: /Invoices.*App unreachable/ })).toBeDefined();
  expect(screen.getByRole("row", { name: /Webhooks.*1 of 2 apps fails/ })).toBeDefined();
  expect(screen.getByRole("row", { name: /Queue.*1 agent online/ })).toBeDefined();
  // Its row, its status and its tunnel.
  expect(screen.getAllByText("App unreachable")).toHaveLength(3);
});
