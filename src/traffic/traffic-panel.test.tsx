// Cause: after a restart an agent's page said "No requests in the last hour" of an agent that had served minutes before, since its
// requests are counted by session. Law: what is said of a session says since when.
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { countedOf, trafficEvent } from "#service/testing/traffic-events.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { TrafficPanel } from "./traffic-panel.tsx";

const service = connectedApp();
const MINUTE = 60_000;
const WITHIN = { timeout: 12_000 };

it.each([
  ["session", 3, "No requests since this session started 3 min ago."],
  ["session", 90, "No requests in the last hour."],
  // Cause: the same of the URL of an agent that was back, at the moment one asks whether anybody used it.
  ["endpoint", 3, "No requests since this endpoint started 3 min ago."],
] as const)("says since when a %s had no requests: it began %i min ago", async (by, minutes, said) => {
  const began = new Date(Date.now() - minutes * MINUTE).toISOString();
  renderInApp(<TrafficPanel by={by} id="ts_1" began={began} />);
  expect((await screen.findByText(/^No requests/)).textContent).toBe(said);
});

// Cause: "No requests since this session started" stood for up to a minute after the first one, also once the page was refreshed. Law:
// what somebody waits for is shown within seconds.
it("shows the first request within seconds", async () => {
  renderInApp(<TrafficPanel by="session" id="ts_3" />);
  await screen.findByText(/^No requests/);
  service.traffic.metrics.add(countedOf(trafficEvent({ "gatehouse.session_id": "ts_3" })));
  const chart = await screen.findByText("Requests", { selector: "figcaption > *" }, WITHIN);
  expect(chart.closest("figcaption")?.textContent).toContain("1 request in the last hour");
});

// Cause: requests that a guard refused were errors in the charts, so that an operator could not see what failed. Law: what was
// refused has a chart and a column of its own, and errors are only what failed.
it("shows what was refused apart from what failed", async () => {
  const seen = (status: number) =>
    countedOf(trafficEvent({ "gatehouse.session_id": "ts_2", "http.response.status_code": status }));
  service.traffic.metrics.add(seen(200));
  service.traffic.metrics.add(seen(200));
  service.traffic.metrics.add(seen(500));
  for (const refusal of ["addressBlocked", "rateLimited", "tokenMissing", "policyDenied"] as const)
    service.traffic.metrics.add({ ...seen(403), outcome: "refused", refusal });
  service.traffic.metrics.add({ ...seen(502), outcome: "failed", refusal: "upstreamRefused" });
  renderInApp(<TrafficPanel by="session" id="ts_2" />);
  const chart = async (name: string) =>
    (await screen.findByText(name, { selector: "figcaption > *" }))
      .closest("figure")
      ?.querySelector("figcaption")?.textContent;
  expect(await chart("Errors")).toMatch(/^Errors: 2 errors in the last hour2\u00A0· 25\u00A0%/);
  expect(await chart("Refused")).toMatch(/^Refused: 4 requests refused in the last hour4\u00A0· 50\u00A0%/);
  // Cause: values that did not fit one line left a dot at its end. Law: they are set apart by space.
  expect(await chart("Latest latency")).toMatch(
    /p50\u00A0[\d.]+\u00A0m?s p95\u00A0[\d.]+\u00A0m?s p99\u00A0[\d.]+\u00A0m?s $/,
  );
  const table = within(screen.getByRole("table"));
  const heads = table.getAllByRole("columnheader").map(({ textContent }) => textContent);
  const cells = table.getAllByRole("cell").map(({ textContent }) => textContent);
  const at = (head: string) => cells[heads.indexOf(head)];
  expect([at("Requests"), at("Errors"), at("Refused")]).toEqual(["8", "2", "4"]);
});

// Cause: connections that were held open for 7 s were shown as a latency of 7 s. Law: a number is called what it measures.
it("calls the time of connections their duration", async () => {
  service.traffic.metrics.add(countedOf(trafficEvent({ "gatehouse.session_id": "ts_4" })));
  renderInApp(<TrafficPanel by="session" id="ts_4" noun="connection" />);
  const chart = await screen.findByText("Latest duration", { selector: "figcaption > *" });
  expect(chart.textContent).toMatch(/: Duration at the end of the last hour: p50/);
  expect(screen.queryByText(/latency/i)).toBeNull();
});

// Cause: the longest range was called "2.5 days". Law: a length of time is said as people say it, in whole units.
it("names each range in whole units", () => {
  renderInApp(<TrafficPanel by="account" />);
  const names = screen.getAllByRole("radio").map((one) => one.closest("label")?.textContent);
  expect(names).toEqual(["10 min", "1 h", "60 h"]);
});
