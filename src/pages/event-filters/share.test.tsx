// Cause: the workbench said the size of all events that pass, also where a source sends a share of them. Law: the size per day is
// that of what is sent.
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keep, trafficEvent } from "#service/testing/traffic-events.ts";
import { href, paths } from "#resources/paths.ts";
import { BenchWorker } from "#testing/bench-worker.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./event-filters-page.tsx";

const service = connectedApp();
beforeEach(() => vi.stubGlobal("Worker", BenchWorker));
afterEach(() => vi.unstubAllGlobals());

const KIND = "http_request_complete.v0";
const COUNT = 4;
/** Bytes a day that the page says. */
const said = async (): Promise<number> => {
  const { textContent } = await screen.findByText(/^About \d+ B per day/);
  return Number(/About (\d+) B/.exec(textContent ?? "")?.[1]);
};

it("takes the share into account, from the link and as it is typed", async () => {
  const events = Array.from({ length: COUNT }, () =>
    trafficEvent({ "conn.server_port": 443, "http.request.method": "get" }),
  );
  await keep(service.traffic, events);
  await service.traffic.flush();
  const view = (search: string) =>
    renderInApp(null, {
      path: href.eventFilters(search),
      routes: [{ path: paths.eventFilters, Component }],
    });
  const { user, router } = view(`?kind=${KIND}&fields=conn.server_port&sample=0.25`);
  const quarter = await said();
  await screen.findByText(/25 % of those/);
  const share = screen.getByLabelText(`Share of ${KIND} in percent`);
  await user.clear(share);
  await screen.findByText("Enter a number above 0, up to 100. Example: 10");
  await user.type(share, "100");
  await waitFor(async () => expect(await said()).toBe(4 * quarter));
  await waitFor(() => expect(router.state.location.search).not.toContain("sample"));
  await user.clear(share);
  await user.type(share, "50");
  await waitFor(async () => expect(await said()).toBe(2 * quarter));
  await waitFor(() => expect(router.state.location.search).toContain("sample=0.5"));
});
