// Cause: the undo of a login that replaced another turns it off, then removes it, and Restore listed the step between as a state to go back
// to. Law: what can be restored is what somebody chose.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
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
const oauth = { provider: { github: { client_id: "c", client_secret: "first", organizations: ["acme"] } } };

it("after the undo of a login that replaced another, Restore has what was saved alone", async () => {
  const { owner, path } = await freshRoute(service);
  await request({ method: "PUT", path: `${path}/oauth`, body: oauth, answer: z.looseObject({}) });
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, secrets: "kept" });
  const { user } = renderInApp(null, {
    client,
    path: href.routeModule(owner.edgeId, owner.routeId, "oidc"),
    routes: [{ path: paths.routeModule, Component }],
  });
  await screen.findByText("OIDC replaces OAuth.");
  await user.type(await screen.findByLabelText("Issuer"), "https://login.example.com");
  await user.type(screen.getByLabelText(/^Client I?d$/i), "reports");
  await user.type(screen.getByLabelText("Client secret", { selector: "input" }), "second");
  await user.click(screen.getByRole("button", { name: "Replace OAuth" }));
  await screen.findByText(/^OIDC saved on /, { selector: "output span" });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText(/^Undone/, { selector: "output span" });
  await user.type(await screen.findByLabelText("Issuer"), "/x");
  await user.click(await screen.findByRole("button", { name: "Restore OIDC" }));
  const items = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  expect(items).toEqual([expect.stringMatching(/^Saved [\d:]+( [AP]M)?$/)]);
}, 30_000);
