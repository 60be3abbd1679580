// Cause: the list of requests began with the newest and had no way to a time. Law: From and Until narrow it as they do Activity, a wrong
// one is said and clears nothing, and nothing is promised or searched that can't come.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { localTime } from "#components/time-range.ts";
import { keep, trafficEvent } from "#service/testing/traffic-events.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./traffic-page.tsx";

const app = connectedApp();
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

const show = async (search = "") => {
  for (const hours of [3, 2, 1])
    await keep(app.traffic, [
      trafficEvent({
        "http.request.method": "get",
        "http.request.url.host": "shop.example.com",
        "http.request.url.path": `/ago/${hours}`,
        "gatehouse.start_ts": ago(hours),
      }),
    ]);
  return renderInApp(<Component />, { path: `/traffic${search}` });
};
const paths = () => [
  ...new Set(screen.queryAllByRole("link", { name: /^GET/ }).map((one) => one.textContent?.slice(-1))),
];

it("narrows the list to a time, which is in the URL, and clears it with the rest", async () => {
  const { user, router } = await show("?method=GET");
  await waitFor(() => expect(paths()).toEqual(["1", "2", "3"]));
  fireEvent.change(screen.getByLabelText("From"), { target: { value: localTime(ago(2.5)) } });
  await waitFor(() => expect(paths()).toEqual(["1", "2"]));
  fireEvent.change(screen.getByLabelText("Until"), { target: { value: localTime(ago(1.5)) } });
  await waitFor(() => expect(paths()).toEqual(["2"]));
  expect(router.state.location.search).toMatch(/^\?method=GET&since=2[^&]+Z&until=2[^&]+Z$/);
  expect(screen.queryByText("live")).toBeNull();
  fireEvent.change(screen.getByLabelText("Until"), { target: { value: localTime(ago(2.4)) } });
  await screen.findByText("No requests match. Choose another time.");
  await user.click(screen.getByRole("button", { name: "Clear search and filters" }));
  await waitFor(() => expect(paths()).toEqual(["1", "2", "3"]));
  expect(router.state.location.search).toBe("");
});

it.each([
  [{ since: "yesterday" }, "From", "Invalid time “yesterday”. Example: 2026-11-22T10:30:00Z"],
  [{ since: ago(1), until: ago(2) }, "Until", "Until is before From."],
])("says of %j what is wrong, shows nothing, and keeps it", async (range, label, words) => {
  const search = `?${new URLSearchParams({ ...range, method: "GET" })}`;
  const { router } = await show(search);
  const field = await screen.findByLabelText(label);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(words);
  await screen.findByText("Correct the filter.");
  expect(paths()).toEqual([]);
  expect(router.state.location.search).toBe(search);
});
