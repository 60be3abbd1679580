// Cause: lists of requests elsewhere stall, move rows under the pointer, and take a wrong filter for an empty account. Law:
// what comes is there, waits while somebody reads, and a wrong filter says why and is never taken for one that is applied.
import { screen, waitFor } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { href } from "#resources/paths.ts";
import { makeWorld } from "#service/testing/conformance/world.ts";
import { keep, trafficEvent } from "#service/testing/traffic-events.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { clockTime } from "#ui/time.tsx";
import { Component } from "./traffic-page.tsx";

const app = connectedApp();
beforeAll(async () => {
  await send("/first", 200);
  await send("/broken", 502);
});

const send = (path: string, status: number) =>
  keep(app.traffic, [
    trafficEvent({
      "conn.client_ip": "203.0.113.7",
      "http.request.method": "get",
      "http.request.url.host": "shop.example.com",
      "http.request.url.path": path,
      "http.request.url.raw": `https://shop.example.com${path}`,
      "http.response.status_code": status,
      "gatehouse.outcome": "answered",
      "gatehouse.duration_ms": 12,
    }),
  ]);
const show = (path = "/traffic") => renderInApp(<Component />, { path });
const links = () =>
  screen
    .queryAllByRole("link", { name: /^GET/ })
    .map(({ textContent }) => textContent?.replace("GET shop.example.com", ""));
const live = () => screen.findByText("live");

// Cause: the example of a filter had two conditions, and 360 px cut it off in the second. Law: an example is read whole: 42 letters.
it("has an example of a filter that fits a narrow window", async () => {
  show();
  const { placeholder } = await screen.findByRole<HTMLInputElement>("textbox", { name: "Filter in CEL" });
  expect(placeholder).toMatch(/^ev\..{1,39}$/);
  await live();
});

it("shows what comes, and lets it wait while a row is read", async () => {
  const { user } = show();
  await waitFor(() => expect(links()).toEqual(["/broken", "/first"]));
  // Cause: a bare "2" stood at the right. Law: numbers carry units.
  expect(screen.getByText("2 requests")).toBeDefined();
  // Cause: "02:03:21" stood beside charts with "2:03:21". Law: times read the same on every page.
  const times = [...document.querySelectorAll("td time, [role=cell] time")].map((time) => time.textContent);
  expect(times).toContain(
    clockTime(Date.parse(document.querySelector("tbody time")?.getAttribute("datetime") ?? "")),
  );
  await live();
  await send("/second", 201);
  await waitFor(() => expect(links()[0]).toBe("/second"));
  screen.getByRole("link", { name: "GET shop.example.com/first" }).focus();
  await send("/third", 200);
  const waiting = await screen.findByRole("button", { name: "Show 1 new" });
  expect(links()[0]).toBe("/second");
  await user.click(waiting);
  expect(links()[0]).toBe("/third");
  await user.click(screen.getByRole("button", { name: "Pause" }));
  await send("/fourth", 200);
  await screen.findByRole("button", { name: "Show 1 new" });
  await user.click(screen.getByRole("button", { name: "Resume" }));
  expect(links()[0]).toBe("/fourth");
});

it("asks the service for what is chosen, with the filter in the URL", async () => {
  const { user, router } = show();
  await waitFor(() => expect(links()).toContain("/broken"));
  await user.click(screen.getByRole("button", { name: "5xx" }));
  await waitFor(() => expect(links()).toEqual(["/broken"]));
  expect(router.state.location.search).toBe("?status=5xx");
  // Cause: the menu said "Outcome left". Law: an outcome reads as people say it; the URL keeps its value.
  await user.click(screen.getByRole("button", { name: "Filter" }));
  await user.click(await screen.findByRole("menuitem", { name: "Visitor left" }));
  await waitFor(() => expect(router.state.location.search).toBe("?status=5xx&outcome=left"));
  expect(screen.getByText("Visitor left")).toBeDefined();
  await user.click(screen.getByRole("searchbox"));
  await user.paste("nothing like it");
  await screen.findByText(/No requests match/);
  await user.click(screen.getByRole("button", { name: "Clear search and filters" }));
  await waitFor(() => expect(links()).toContain("/first"));
});

// Cause: clearing wrote the address twice, the second time from the one that was still shown, which has the filter. Law: each change starts
// from what the last one left.
it("clears a filter in CEL with all others", async () => {
  const { user, router } = show("/traffic?filter=ev.http.response.status_code+%3D%3D+%22404%22&status=4xx");
  // Cause: a number compared with a text was only said to match nothing yet. Law: what can't match says why.
  await screen.findByText("No requests match. Status codes have no quotes.");
  await user.click(screen.getByRole("button", { name: "Clear search and filters" }));
  await waitFor(() => expect(links()).toContain("/first"));
  expect(router.state.location.search).toBe("");
});

// Cause: under a filter that was refused the requests of all agents went on live and were exported. Law: what is shown under a filter
// passed it.
it("says in place why a filter is wrong, keeps what was typed, and shows nothing that it didn't pass", async () => {
  const { user } = show();
  await waitFor(() => expect(links()).toContain("/first"));
  const field = screen.getByRole("textbox", { name: "Filter in CEL" });
  await user.click(field);
  await user.paste("ev.foo == 1");
  await user.keyboard("{Enter}");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The filter has an unknown field: ev.foo");
  expect(field.getAttribute("aria-describedby")).toBe(alert.id);
  expect((field as HTMLInputElement).value).toBe("ev.foo == 1");
  screen.getByText("Correct the filter.");
  expect(links()).toEqual([]);
  for (const name of ["Export HAR", "Pause"]) expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByText("live")).toBeNull();
  await send("/unseen", 200);
  await user.clear(field);
  await user.paste('ev.http.request.url.path == "/first"');
  await user.keyboard("{Enter}");
  await waitFor(() => expect(links()).toEqual(["/first"]));
  expect(screen.queryByRole("alert")).toBeNull();
  // Cause: rows say GET, and a filter for "GET" found nothing without a word of why. Law: what comes to nothing says why.
  await user.clear(field);
  await user.paste('ev.http.request.method == "GET"');
  await user.keyboard("{Enter}");
  await screen.findByText(/No requests match.* Methods are lower case\./);
});

// Law: while bodies are kept anywhere, the list of requests says of what and how long still, and one press ends it.
it("says whose bodies are kept, and stops keeping them", async () => {
  const world = makeWorld(app);
  const { id: edge } = await world.make("/edges/https", {}, { hostports: ["kept.example.com:443"] });
  const { id: target_id } = await world.make(
    "/edges/https/{edge_id}/routes",
    { edge_id: edge },
    { match_type: "path_prefix", match: "/pay" },
  );
  await world.make("/traffic_captures", {}, { target_id, seconds: 600 });
  const { user } = show();
  const name = await screen.findByRole("link", { name: "kept.example.com/pay" });
  expect(name.getAttribute("href")).toBe(href.route(edge, target_id));
  expect(name.closest("[role=status]")?.textContent).toContain(
    "Keeping bodies of kept.example.com/pay · 10 min left",
  );
  await user.click(screen.getByRole("button", { name: "Stop keeping bodies" }));
  await waitFor(() => expect(screen.queryByText("Keeping bodies")).toBeNull());
});

// Cause: TCP connections were counted as "2 requests", with the status "closed". Law: what has no requests has connections, and a status
// begins with a capital.
it("counts connections as connections", async () => {
  const edge = "edgtcp_2nXbQ3456789KqAbQ3456789Kqz";
  const conn = { "conn.server_port": 5432, "conn.end_ts": "2026-11-22T12:00:01Z" };
  await keep(app.traffic, [trafficEvent({ ...conn, "gatehouse.edge_id": edge })]);
  show(`/traffic?edge=${edge}`);
  expect(await screen.findByText("1 connection")).toBeDefined();
  expect(screen.getByText("Closed")).toBeDefined();
});
