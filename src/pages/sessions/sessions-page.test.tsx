import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { createQueryClient } from "#api/query-client.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { commandAgent } from "#fleet/command-agent.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { href, paths } from "#resources/paths.ts";
import { LazyActionWatch } from "#fleet/lazy-action-watch.tsx";
import { ledger } from "#fleet/use-fleet.ts";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";
import { Component as SessionPage } from "#pages/session/session-page.tsx";
import { Component } from "./sessions-page.tsx";

const connect = (origin: string, key = "k") =>
  setConnection({ baseUrl: `${origin}/api`, key, versionHeader: "Service-Version" }, { remember: false });

function open(search = "", client = createQueryClient()) {
  return renderInApp(null, {
    client,
    path: href.sessions(search),
    routes: [
      {
        path: paths.sessions,
        element: (
          <>
            <Component />
            <LazyActionWatch />
          </>
        ),
      },
      {
        path: paths.session,
        element: (
          <>
            <SessionPage />
            <LazyActionWatch />
          </>
        ),
      },
    ],
  });
}

const table = () => screen.findByRole("table", { name: "Sessions" });
/** The rows' agents, in order. */
async function agents(): Promise<string[]> {
  const [, ...rows] = within(await table()).getAllByRole("row");
  return rows.map((row) => within(row).getAllByRole("link")[0]?.textContent ?? "");
}

afterEach(forgetConnection);

describe("sessions of a running account", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ demo: 24 });
  });
  afterAll(() => service.close());
  beforeEach(() => connect(service.origin, service.key));

  it("lists every agent, what is outdated, and what it serves", async () => {
    open();
    expect(screen.getByLabelText("Loading sessions")).toBeTruthy();
    expect(await agents()).toHaveLength(24);
    expect((await table()).getAttribute("aria-rowcount")).toBe("25");
    expect(screen.getByText("24 online")).toBeTruthy();
    const row = (await screen.findByRole("link", { name: "fra-gw-02" })).closest("tr")!;
    expect(within(row).getByText("Outdated")).toBeTruthy();
    expect(await within(row).findByText("4 tunnels")).toBeTruthy();
  });

  it("searches and filters by the URL and writes both into it", async () => {
    const { user, router } = open("?os=windows");
    expect(await agents()).toEqual(["jonas's laptop, not for production", "lon-dock-02", "lon-dock-01"]);
    expect(screen.getByText("3 of 24 match")).toBeTruthy();
    await user.type(screen.getByRole("searchbox"), "LON dock");
    await waitFor(() => expect(router.state.location.search).toBe("?q=LON+dock&os=windows"));
    expect(await agents()).toEqual(["lon-dock-02", "lon-dock-01"]);
    await user.click(screen.getByRole("button", { name: "Filter" }));
    await user.click(await screen.findByRole("checkbox", { name: "no" }));
    expect(await agents()).toEqual(["lon-dock-01"]);
    expect(new URLSearchParams(router.state.location.search).getAll("outdated")).toEqual(["no"]);
    await user.click(screen.getByRole("button", { name: "Remove filter OS" }));
    await user.clear(screen.getByRole("searchbox"));
    await user.type(screen.getByRole("searchbox"), "no such agent");
    await user.click(await screen.findByRole("button", { name: "Clear search and filters" }));
    expect(await agents()).toHaveLength(24);
    expect(router.state.location.search).toBe("");
  });

  it("sorts by a head's button, both ways, and goes from row to row by arrow keys", async () => {
    const { user, router } = open();
    await table();
    await user.click(screen.getByRole("button", { name: "Agent" }));
    const up = await agents();
    expect(up).toEqual(up.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    await user.click(screen.getByRole("button", { name: "Agent" }));
    expect(await agents()).toEqual(up.toReversed());
    expect(router.state.location.search).toBe("?sort=-agent");
    screen.getByRole("link", { name: up.at(-1)! }).focus();
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
    expect(document.activeElement?.textContent).toBe(up.at(-2));
  });

  it("says why an agent on Windows can’t be restarted", async () => {
    const { user } = open("?q=lon-dock-02");
    await user.click(await screen.findByRole("button", { name: "Actions for lon-dock-02" }));
    const item = await screen.findByRole("menuitem", { name: /^Restart/ });
    expect(item.getAttribute("aria-disabled")).toBe("true");
    expect(item.textContent).toContain("Stop it, then start it on its host.");
    await user.click(item);
    expect(ledger.getSnapshot()).toEqual([]);
  });

  it("restarts an agent, sees its successor come back and names it", async () => {
    const { user } = open("?q=fra-gw-03");
    await user.click(await screen.findByRole("button", { name: "Actions for fra-gw-03" }));
    await user.click(await screen.findByRole("menuitem", { name: /^Restart/ }));
    const dialog = await screen.findByRole("dialog", { name: "Restart fra-gw-03?" });
    expect(await within(dialog).findByText("3 URLs go offline during the restart")).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Restart fra-gw-03" }));
    expect(await screen.findByText(/^Restart of fra-gw-03 accepted\.$/)).toBeTruthy();
    const back = await screen.findByText(/^Online again after \d+ s$/);
    expect(await screen.findByText(/^fra-gw-03 is online again as .* after \d+ s\.$/)).toBeTruthy();
    const [action] = ledger.getSnapshot();
    const state = action!.state;
    expect(state.phase).toBe("verified");
    const successor = "successorId" in state ? state.successorId : undefined;
    expect(successor).not.toBe(action!.sessionId);
    await user.click(back);
    expect(await screen.findByText("Verified")).toBeTruthy();
    expect(await screen.findByText(/Online again \d+ s after your restart/)).toBeTruthy();
    expect(screen.getAllByRole("button", { name: `Copy ${successor}` }).length).toBeGreaterThan(0);
  });

  it("notices in the dialog that somebody else took the session away", async () => {
    const { user, client } = open("?q=ams-scan-01");
    await user.click(await screen.findByRole("button", { name: "Actions for ams-scan-01" }));
    await user.click(await screen.findByRole("menuitem", { name: /^Restart/ }));
    const dialog = await screen.findByRole("dialog", { name: "Restart ams-scan-01?" });
    const old = client
      .getQueryData(tunnelSessions.query.queryKey)!
      .find(({ metadata }) => metadata?.includes("ams-scan-01") ?? false)!;
    await commandAgent(old.id, "restart");
    expect(await within(dialog).findByText(/This session disconnected/)).toBeTruthy();
    const link = await within(dialog).findByRole("link");
    expect(link.getAttribute("href")).not.toContain(old.id);
    await user.click(within(dialog).getByRole("button", { name: "Restart ams-scan-01" }));
    expect(ledger.getSnapshot()).toEqual([]);
  });

  it("says so when a session is unknown, rather than failing", async () => {
    const { router } = open();
    await table();
    await router.navigate(href.session("ts_unknown"));
    expect(await screen.findByRole("heading", { level: 1, name: "No such session" })).toBeTruthy();
    expect(screen.getByText(/is not online/)).toBeTruthy();
  });

  it("shows a refused update in the dialog, with its code", async () => {
    const { user } = open("?q=iad-batch-01");
    await user.click(await screen.findByRole("button", { name: "Actions for iad-batch-01" }));
    await user.click(screen.getByRole("menuitem", { name: /^Update to/ }));
    await user.click(await screen.findByRole("button", { name: "Update iad-batch-01" }));
    expect(await screen.findByText("ERR_GATEHOUSE_9102")).toBeTruthy();
    expect(ledger.getSnapshot()[0]?.state.phase).toBe("refused");
    // Cause: what the agent refuses for its configuration could be sent again and again. Law: a try is offered where it can help.
    const again = screen.getByRole("button", { name: "Update iad-batch-01" });
    expect(again.getAttribute("aria-disabled")).toBe("true");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByRole("link", { name: "Updates off" })).toBeTruthy();
  });
});

describe("sessions of an account without agents", () => {
  it("teaches the first agent and keeps the authtoken out of every storage", async () => {
    const service = await startTestService();
    connect(service.origin, service.key);
    const client = createQueryClient();
    const baseUrl = `${service.origin}/api`;
    client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, baseUrl, agentUrl: service.origin });
    const { user } = open("", client);
    await user.click(await screen.findByRole("button", { name: "Create authtoken" }));
    await screen.findByText("Done");
    const code = screen.getByText(/npm run agent --/).textContent ?? "";
    expect(code).toContain(`--url ${service.origin}`);
    expect(code).toContain("GATEHOUSE_AUTHTOKEN=");
    await user.click(screen.getByRole("button", { name: "Copy the command" }));
    const copied = await navigator.clipboard.readText();
    const authtoken = /GATEHOUSE_AUTHTOKEN=(\S+)/.exec(copied)?.[1] ?? "";
    expect(authtoken).toMatch(/^gha_/);
    for (const storage of [sessionStorage, localStorage]) {
      const kept = Array.from({ length: storage.length }, (_, n) => storage.getItem(storage.key(n) ?? ""));
      expect(kept.join()).not.toContain(authtoken);
    }
    expect(code).not.toContain(authtoken);
    await user.click(screen.getByRole("radio", { name: "Windows" }));
    expect(screen.getByText(/npm\.cmd run agent --/)).toBeTruthy();
    await service.close();
  });
});

describe("sessions when the service fails", () => {
  const answer = {
    tunnel_sessions: [
      {
        id: "ts_1",
        uri: "/tunnel_sessions/ts_1",
        agent_version: "3.18.2",
        ip: "203.0.113.1",
        os: "linux",
        region: "eu",
        started_at: "2026-11-21T14:00:00Z",
        transport: "service/2",
      },
    ],
    uri: "/tunnel_sessions",
    next_page_uri: null,
  };
  const fault = {
    error_code: "ERR_GATEHOUSE_9005",
    status_code: 500,
    msg: "The database is on fire.",
    details: { operation_id: "op_123" },
  };

  it("shows the failure with code and operation id, and tries again", async () => {
    const server = await startFaultServer(json(500, fault));
    connect(server.origin);
    const { user } = open();
    expect(await screen.findByText("Could not load sessions")).toBeTruthy();
    expect(screen.getByText("ERR_GATEHOUSE_9005")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Copy op_123" })).toBeTruthy();
    server.answerWith(json(200, answer));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("link", { name: "ts_1" })).toBeTruthy();
    await server.close();
  });

  it("keeps showing what it has, and says since when and why", async () => {
    const server = await startFaultServer(json(200, answer));
    connect(server.origin);
    const { user } = open();
    await screen.findByRole("link", { name: "ts_1" });
    // Cause: "Search all 1 sessions". Law: plurals come from one helper.
    expect(screen.getByPlaceholderText("Search 1 session")).toBeTruthy();
    server.answerWith(json(500, fault));
    await user.click(screen.getByRole("button", { name: "Refresh now" }));
    expect(
      await screen.findByText(/Not refreshed for \d+ s, showing .*The database is on fire/),
    ).toBeTruthy();
    expect(screen.getByRole("link", { name: "ts_1" })).toBeTruthy();
    await server.close();
  });
});
