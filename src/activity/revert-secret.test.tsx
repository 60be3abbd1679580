// Cause: a revert that was refused for a secret ended there, and all the rest had to be typed again. Law: no dead end: a refusal
// leads to where what it lacks can be entered.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import type { Event } from "#contract/event.ts";
import { Component as RouteModulePage } from "#pages/route-module/route-module-page.tsx";
import { paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { RevertDialog } from "./revert-dialog.tsx";

connectedService();
type Made = { id: string; [field: string]: unknown };
const call = (method: "DELETE" | "GET" | "POST" | "PUT", path: string, body?: object) =>
  request<Made>({ method, path, ...(body && { body }) });

it("leads to the form, filled with all but the secret", async () => {
  const edge = await call("POST", "/edges/https", { hostports: ["secret.example:443"] });
  const routes = `/edges/https/${edge.id}/routes`;
  const { id } = await call("POST", routes, { match_type: "path_prefix", match: "/" });
  const path = `${routes}/${id}/webhook_verification`;
  await call("PUT", path, { provider: "stripe", secret: "whsec_first" });
  await request<unknown>({ method: "DELETE", path });
  const query = { object_id: id, limit: "1" };
  const { events } = await request<{ events: Event[] }>({ method: "GET", path: "/events", query });
  const element = (
    <RevertDialog event={events[0]!} name="secret.example/" noun="route" onClose={() => undefined} />
  );
  const { user } = renderInApp(null, {
    path: "/activity",
    routes: [
      { path: "/activity", element },
      { path: paths.routeModule, Component: RouteModulePage },
    ],
  });
  await screen.findByText("Can’t be undone: the service doesn’t return the secret.");
  await user.click(screen.getByRole("link", { name: "Enter the secret" }));
  const secret = await screen.findByLabelText("Secret");
  await waitFor(() => expect(document.activeElement).toBe(secret));
  expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Provider" }).value).toBe("Stripe");
  await user.type(secret, "whsec_second");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/^Webhook verification saved/);
  expect(await call("GET", path)).toMatchObject({ enabled: true, provider: "stripe" });
});
