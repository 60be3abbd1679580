// Cause: "Turn off" on the page of a module asked nothing until its route was read. Law: what may open an address waits for what its
// question needs.
import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { createQueryClient } from "#api/query-client.ts";
import { Component } from "#pages/route-module/route-module-page.tsx";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";

const service = connectedService();
const body = { provider: { github: { client_id: "c", client_secret: "s", organizations: ["acme"] } } };

it("asks before a login is turned off, once its route is read", async () => {
  const { owner, path } = await freshRoute(service);
  await request({ method: "PUT", path: `${path}/oauth`, body, answer: z.looseObject({}) });
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const real = globalThis.fetch;
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (typeof input === "string" && input.endsWith(owner.routeId)) await released;
    return real(input, init);
  });
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, secrets: "kept" });
  const { user } = renderInApp(null, {
    client,
    path: href.routeModule(owner.edgeId, owner.routeId, "oauth"),
    routes: [{ path: paths.routeModule, Component }],
  });
  const button = await screen.findByRole("button", { name: "Turn off" });
  await user.click(button);
  expect(button.getAttribute("aria-busy")).toBe("true");
  release();
  const dialog = within(await screen.findByRole("dialog", { name: /^Turn off OAuth on / }));
  expect(dialog.getByRole("button", { name: "Turn off OAuth" })).toBeDefined();
  expect(fetched.mock.calls.filter(([, init]) => init?.method === "PUT")).toEqual([]);
  fetched.mockRestore();
});
