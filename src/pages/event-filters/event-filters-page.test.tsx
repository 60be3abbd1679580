import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { href, paths } from "#resources/paths.ts";
import { BenchWorker } from "#testing/bench-worker.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./event-filters-page.tsx";

connectedService();
beforeEach(() => vi.stubGlobal("Worker", BenchWorker));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const HTTP = "http_request_complete.v0";
const EVENTS = [443, 80, 443]
  .map((server_port, at) =>
    JSON.stringify({
      event_type: HTTP,
      event_timestamp: `2026-11-22T10:00:0${at}Z`,
      object: { conn: { server_port, client_ip: `10.0.0.${at}` }, http: { request: { method: "get" } } },
    }),
  )
  .join("\n");

function opened(search = "") {
  return renderInApp(null, {
    path: href.eventFilters(search),
    routes: [{ path: paths.eventFilters, Component }],
  });
}
const editor = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Filter in CEL" });

/** Pastes the events, and answers the page. */
async function pasted(search = "?events=pasted") {
  const view = opened(search);
  fireEvent.change(await screen.findByLabelText("Events to paste"), { target: { value: EVENTS } });
  await screen.findByText("3 events", { exact: false, selector: "span" });
  return view;
}

it("suggests by keyboard, runs what is typed, and says of each event which part is false", async () => {
  const { user, router } = await pasted();
  const area = await editor();
  await user.click(area);
  await user.keyboard("port");
  const list = await screen.findByRole("listbox", { name: "Suggestions" });
  const [first] = within(list).getAllByRole("option");
  expect(area.getAttribute("aria-activedescendant")).toBe(first?.id);
  await user.keyboard("{Enter}");
  expect(area.value).toBe("ev.conn.server_port");
  await user.keyboard(" ");
  // Nothing is chosen until an arrow does: Enter would begin a line.
  expect(area.getAttribute("aria-activedescendant")).toBeNull();
  await user.keyboard("{ArrowDown}{Tab}");
  expect(area.value).toBe("ev.conn.server_port == ");
  await user.keyboard("443 ");
  expect(await screen.findByRole("option", { name: /^&&/ })).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  // Cause: no key reached a list that scrolls (axe: scrollable-region-focusable). Law: it takes the focus, and Tab leaves the
  // editor for what comes after it, not for a list that closes by that.
  await user.keyboard("{Control>} {/Control}");
  expect((await screen.findByRole("listbox")).tabIndex).toBe(0);
  await user.tab();
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText(`Share of ${HTTP} in percent`));
  await screen.findByText("2 of 3");
  expect(screen.getByText("Part 1 is false: conn.server_port is 80")).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toContain("filter=ev.conn.server_port"));
  // Cause: nobody knows how often the events of another account come. Law: what is not known is said.
  await screen.findByText(/Size per day: unknown, no such event in the last 24 hours\./);
});

it("refuses in place what filters can’t use, and never runs what is wrong", async () => {
  const { user } = await pasted();
  const area = await editor();
  await user.click(area);
  await user.keyboard("method");
  const option = await screen.findByRole("option", { name: /ev\.http\.request\.method/ });
  expect(option.getAttribute("aria-disabled")).toBe("true");
  await user.keyboard("{Enter}");
  expect(area.value).toBe("method");
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Filters can’t use this field: ev.http.request.method. Use one of ev.conn.client_ip",
  );
  fireEvent.change(area, { target: { value: "true && ev.conn.serverport == 443" } });
  await screen.findByText(
    /The filter has an unknown field: ev\.conn\.serverport\. Did you mean ev\.conn\.server_port\?/,
  );
  expect(screen.getByText("Correct the filter to see what it keeps.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Character 9" }));
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe("ev.conn.serverport");
});

it("saves filters on this device, renames and deletes them, and lives without storage", async () => {
  const { user } = await pasted(`?events=pasted&kind=${HTTP}&filter=ev.conn.server_port+%3D%3D+443`);
  await screen.findByText("2 of 3");
  await user.type(await screen.findByLabelText("Name of the filter"), "TLS only");
  await user.click(screen.getByRole("button", { name: "Save filter" }));
  const saved = await screen.findByRole("list", { name: "Saved filters" });
  fireEvent.change(await editor(), { target: { value: "" } });
  await user.click(within(saved).getByRole("button", { name: "TLS only" }));
  expect((await editor()).value).toBe("ev.conn.server_port == 443");
  await user.click(screen.getByRole("button", { name: "Rename TLS only" }));
  await user.clear(screen.getByLabelText("New name of TLS only"));
  await user.keyboard("Port 443{Enter}");
  expect(JSON.parse(localStorage.getItem("gatehouse.filters") ?? "")).toEqual([
    { name: "Port 443", kind: HTTP, filter: "ev.conn.server_port == 443" },
  ]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Rename Port 443");
  await user.click(screen.getByRole("button", { name: "Delete Port 443" }));
  expect(screen.queryByRole("list", { name: "Saved filters" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByRole("button", { name: "Port 443" });

  const broken = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => broken.mockRestore());
  await user.type(screen.getByLabelText("Name of the filter"), "Second");
  await user.click(screen.getByRole("button", { name: "Save filter" }));
  await screen.findByRole("button", { name: "Second" });
  await screen.findByText(/Saved filters are kept until you close this tab\./);
});

it("previews what is kept with the chosen fields", async () => {
  const { user, router } = await pasted("?events=pasted&fields=conn.client_ip,nonsense");
  await screen.findByText("1 of 35");
  const [preview] = await screen.findAllByText("What is kept");
  expect(preview?.nextElementSibling?.textContent).toContain(
    '"object": {\n    "conn": {\n      "client_ip": "10.0.0.0"\n    }\n  }',
  );
  await user.click(screen.getByText("Choose fields"));
  await user.click(await screen.findByLabelText("conn.server_port"));
  expect(router.state.location.search).toContain("fields=conn.client_ip%2Cconn.server_port");
});

it("says where a browser can’t run filters", async () => {
  vi.stubGlobal("Worker", undefined);
  opened();
  expect(await screen.findByText(/^Filters can’t run: /)).toBeTruthy();
});
