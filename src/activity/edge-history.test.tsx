// Cause: an edge's History lacked the changes of its routes, so a login that was turned off was nowhere on its page. Law: what
// happened to an edge and to its routes is on its page, each change at what it was done to, and so is the way to all of it.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { href } from "#resources/paths.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { HistoryPanel } from "./history-panel.tsx";

connectedApp();

const make = async (path: string, body: object) =>
  (await request<{ id: string }>({ method: "POST", path, body })).id;

it("has the changes of its routes", async () => {
  const edge = await make("/edges/https", { hostports: ["shop.example:443"] });
  const route = await make(`/edges/https/${edge}/routes`, { match_type: "path_prefix", match: "/login" });
  await request({ method: "PUT", path: `/edges/https/${edge}/routes/${route}/compression`, body: {} });
  renderInApp(<HistoryPanel id={edge} of="edge_id" />);
  const lines = await screen.findAllByRole("listitem");
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/added compression to route shop\.example\/login/),
    expect.stringMatching(/created route shop\.example\/login/),
    expect.stringMatching(/created this HTTPS edge/),
  ]);
  const links = lines.map((line) => within(line).queryByRole("link")?.getAttribute("href") ?? null);
  expect(links[1]).toBe(href.route(edge, route));
  expect(links[2]).toBeNull();
  expect(
    screen.getByRole("link", { name: "All changes of this edge and its routes" }).getAttribute("href"),
  ).toBe(href.activity(`?edge_id=${edge}`));
});
