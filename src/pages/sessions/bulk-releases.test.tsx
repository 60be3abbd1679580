// Cause: for 5 s after a reload "Update and restart…" could be pressed of agents that are up to date: the releases were read only then.
// Law: what an offer depends on is read once that is shown.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { SETTLED_MS } from "#ui/settled.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { buildRows } from "./session-rows.ts";

const server = connectedServer();

it("knows who is up to date as soon as it can be", async () => {
  const one = {
    id: "ts_1",
    uri: "",
    agent_version: "3.18.2",
    ip: "203.0.113.15",
    os: "linux",
    region: "eu",
    started_at: "2026-11-20T14:00:00Z",
    transport: "service/2",
  };
  const release = { version: "3.18.2", size: 1, sha256: "a".repeat(64), notes: "" };
  const of: Record<string, unknown> = {
    tunnel_sessions: { tunnel_sessions: [one], next_page_uri: null },
    agent_releases: { uri: "", agent_releases: [release], updates: [] },
  };
  server.answerWith((request, response) => {
    const answer = of[/^\/(\w+)/.exec(request.url ?? "")?.[1] ?? ""];
    return json(answer ? 200 : 404, answer ?? {})(request, response);
  });
  const rows = buildRows({ sessions: [one], serves: null, actions: [], now: Date.now() });
  renderInApp(<BulkActions rows={rows} onAsk={() => undefined} />);
  const offer = screen.getByRole("button", { name: "Update and restart…" });
  await waitFor(() => expect(offer.textContent).toBe("Update and restart…Up to date."), {
    timeout: SETTLED_MS - 1000,
  });
});
