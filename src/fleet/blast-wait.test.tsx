// Cause: Stop could be confirmed while it still said "Checking which URLs go offline…". Law: a confirmation names the consequence.
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";

const server = connectedServer();
afterEach(() => vi.useRealTimers());

const session = (id: string): TunnelSession => ({
  id,
  uri: `/tunnel_sessions/${id}`,
  agent_version: "3.18.2",
  ip: "192.0.2.7",
  metadata: "",
  os: "linux",
  region: "us",
  started_at: "2026-11-22T10:00:00Z",
  transport: "service/2",
  credential: { id: "cr_1", uri: "" },
});
const close = () => undefined;
const DIALOGS = [
  <ActionDialog key="one" kind="stop" session={session("ts_1")} target={null} onClose={close} />,
  <BulkDialog key="many" kind="stop" sessions={[session("ts_1"), session("ts_2")]} onClose={close} />,
];
const confirm = () => within(screen.getByRole("dialog")).getByRole("button", { name: /^Stop/ });
const isOff = () => confirm().getAttribute("aria-disabled") === "true";

it.each(DIALOGS)("can be confirmed once what goes offline is known: %#", async (dialog) => {
  const held: (() => void)[] = [];
  const lists = ["tunnel_sessions", "tunnels", "endpoints", "https_edges", "tls_edges", "tcp_edges", "keys"];
  const empty = json(200, {
    ...Object.fromEntries(lists.map((key) => [key, []])),
    uri: "",
    next_page_uri: null,
  });
  server.answerWith((request, response) => void held.push(() => empty(request, response)));
  renderInApp(dialog);
  expect(isOff()).toBe(true);
  expect(screen.getByText("Checking which URLs go offline…")).toBeDefined();
  server.answerWith(empty);
  await waitFor(() => {
    for (const answer of held.splice(0)) answer();
    expect(isOff()).toBe(false);
  });
  expect(screen.getByText("No URL goes offline")).toBeDefined();
});

it.each(DIALOGS)("waits 5 s at most, then says that it is unknown: %#", async (dialog) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  server.answerWith(() => undefined);
  renderInApp(dialog);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(isOff()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_500);
  await waitFor(() => expect(isOff()).toBe(false));
  expect(screen.getByText(/^What goes offline is unknown\./)).toBeDefined();
});
