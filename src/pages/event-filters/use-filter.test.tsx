// Cause: a filter that was worked out in the workbench had to be copied into its form by hand. Law: who leaves a form to work
// something out comes back with it, and finds all else as it was typed.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { href, paths } from "#resources/paths.ts";
import { BenchWorker } from "#testing/bench-worker.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component as NewSubscription } from "../event-subscription-form/event-subscription-new-page.tsx";
import { Component } from "./event-filters-page.tsx";

connectedApp();
beforeEach(() => vi.stubGlobal("Worker", BenchWorker));
afterEach(() => void vi.unstubAllGlobals());

const FILTER = "ev.conn.server_port == 443";
const formFilter = () => screen.findByLabelText<HTMLTextAreaElement>("Filter for HTTP requests");

/** The form, and the link from it to the workbench. */
async function openForm() {
  const view = renderInApp(null, {
    path: href.eventSubscriptionNew(),
    routes: [{ path: paths.eventSubscriptionNew, Component: NewSubscription }],
  });
  await view.user.type(await screen.findByLabelText("Name"), "Traffic");
  await view.user.click(await screen.findByLabelText("HTTP requests"));
  await formFilter();
  const link = await screen.findByText("Open in the workbench");
  return { ...view, to: link.getAttribute("href") ?? "" };
}
const openBench = (path: string) =>
  renderInApp(null, { path, routes: [{ path: paths.eventFilters, Component }] });

it("goes back into the form, which keeps what was typed", async () => {
  const close = vi.spyOn(window, "close").mockReturnValue();
  const { to } = await openForm();
  openBench(`${to}&sample=0.5&fields=conn.client_ip`);
  // The dialog of the form is in the same document here, and takes no clicks beside it.
  fireEvent.change(await screen.findByLabelText("Filter in CEL"), { target: { value: FILTER } });
  fireEvent.click(screen.getByText("Use this filter"));
  await screen.findByText("The form has this filter now. Go back to its tab to save it.");
  expect(close).toHaveBeenCalled();
  await waitFor(async () => expect((await formFilter()).value).toBe(FILTER));
  expect(screen.getByLabelText<HTMLInputElement>("Share of HTTP requests in percent").value).toBe("50");
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Traffic");
  screen.getByText("Filter taken from the workbench");
});

it("says so when the form is gone, or asks for another kind", async () => {
  const { to, unmount } = await openForm();
  unmount();
  const { user } = openBench(to);
  await user.click(await screen.findByText("Use this filter"));
  await screen.findByText("The form is no longer open. Copy the filter, open the form and paste it there.");
  await user.click(screen.getByRole("radio", { name: "tcp_connection_closed.v0" }));
  expect(screen.getByText("Use this filter").getAttribute("aria-disabled")).toBe("true");
});

it("is not offered where no form asked", async () => {
  openBench(href.eventFilters());
  await screen.findByLabelText("Filter in CEL");
  expect(screen.queryByText("Use this filter")).toBeNull();
});
