// Cause: "Update…" and "Update and restart…" could be pressed beside "No release for 0.x", of one agent and of several, and changed nothing. Law: a
// command that can do nothing is off, with its reason.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { screen } from "@testing-library/react";
import { afterAll, afterEach, expect, it } from "vitest";
import { openSession } from "#agent/session.ts";
import { newSigningKey, signRelease, updateKeyOf } from "#agent/signature.ts";
import { request } from "#api/client.ts";
import { createQueryClient, queryClient } from "#api/query-client.ts";
import { AGENT_BUNDLE, KEY_FILE, MANIFEST } from "#contract/agent-release.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { ActionDialog } from "#fleet/action-dialog.tsx";
import { published } from "#fleet/use-published.ts";
import { href, paths } from "#resources/paths.ts";
import { fetchNewestSessions, tunnelSessions } from "#resources/tunnel-sessions.ts";
import { BulkActions } from "#pages/sessions/bulk-actions.tsx";
import { sessionMenu } from "#pages/sessions/session-menu.ts";
import { buildRows } from "#pages/sessions/session-rows.ts";
import { acceptingHost } from "#service/testing/accepting-host.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./session-page.tsx";

// Cause: it did not say what to do. Law: what can't be done says why, and what can.
const NONE = "No release for 0.x. Update it on its host.";
const releases = mkdtempSync(join(tmpdir(), "gatehouse-no-release-"));
const key = newSigningKey();
mkdirSync(join(releases, "1.1.0"));
writeFileSync(join(releases, KEY_FILE), updateKeyOf(key));
writeFileSync(join(releases, "1.1.0", AGENT_BUNDLE), "1");
const manifest = signRelease(Buffer.from("1"), { version: "1.1.0", notes: "" }, key);
writeFileSync(join(releases, "1.1.0", MANIFEST), JSON.stringify(manifest));
const service = connectedService({ releases });
afterAll(() => rmSync(releases, { recursive: true }));
afterEach(() => queryClient.clear());

/** The sessions of an agent that has no release, and of one that has. */
async function connect(): Promise<[TunnelSession, TunnelSession]> {
  const { token } = await request<{ token: string }>({ method: "POST", path: "/credentials", body: {} });
  const ids: string[] = [];
  for (const version of ["0.9.0", "1.0.0"])
    ids.push(
      await new Promise<string>((resolve) => {
        const agent = openSession({
          url: `${service.origin.replace("http", "ws")}/agent`,
          authtoken: token,
          host: { ...acceptingHost, version },
          metadata: version,
          tunnels: [],
          onOnline: ({ session_id }) => resolve(session_id),
        });
        afterAll(() => agent.close());
      }),
    );
  const all = await fetchNewestSessions();
  const [old, other] = ids.map((id) => all.find((one) => one.id === id));
  return [old!, other!];
}

it("is off with its reason: on the page, in the menu, in the bar of a selection and in what asks", async () => {
  const sessions = await connect();
  const [old, other] = sessions;
  const known = { client: queryClient };
  await queryClient.fetchQuery(published);
  await queryClient.fetchQuery(tunnelSessions.query);

  const page = renderInApp(null, {
    ...known,
    path: href.session(old.id),
    routes: [{ path: paths.session, element: <Component /> }],
  });
  for (const name of ["Update…", "Update and restart…"]) {
    const button = await screen.findByRole("button", { name });
    expect([button.getAttribute("aria-disabled"), button.textContent]).toEqual(["true", `${name}${NONE}`]);
  }
  page.unmount();

  const rows = buildRows({ sessions: [...sessions], serves: null, actions: [], now: Date.now() });
  const menuOf = ({ id }: TunnelSession) =>
    sessionMenu(
      rows.find((row) => row.id === id)!,
      () => undefined,
      () => undefined,
    ).flatMap((item) =>
      typeof item === "object" && item.label.startsWith("Update") ? [item.disabledReason] : [],
    );
  expect(menuOf(old)).toEqual([NONE, NONE]);
  expect(menuOf(other)).toEqual([undefined, undefined]);

  const bar = renderInApp(
    <BulkActions rows={rows.filter(({ id }) => id === old.id)} onAsk={() => {}} />,
    known,
  );
  expect((await screen.findByRole("button", { name: "Update…" })).textContent).toBe(`Update…${NONE}`);
  bar.unmount();

  renderInApp(<ActionDialog kind="update" session={old} target={null} onClose={() => {}} />, known);
  const ask = await screen.findByRole("button", { name: "Update 0.9.0" });
  expect([ask.getAttribute("aria-disabled"), ask.textContent]).toEqual(["true", `Update 0.9.0${NONE}`]);
});

// Cause: until the releases were read, 5 s after the page, that agent was "up to date" and its update was on. Law: nothing is
// said of a release before it is known.
it("says on its page that it is looked up until it is known", async () => {
  const [old] = await connect();
  const said = new Set<string>();
  const look = new MutationObserver(() => {
    for (const [words] of document.body.textContent.matchAll(
      /up to date|Checking for releases|No release for 0.x/g,
    ))
      said.add(words);
  });
  look.observe(document.body, { subtree: true, childList: true, characterData: true });
  renderInApp(null, {
    client: createQueryClient(),
    path: href.session(old.id),
    routes: [{ path: paths.session, element: <Component /> }],
  });
  await screen.findAllByText("No release for 0.x");
  look.disconnect();
  expect([...said]).toEqual(["Checking for releases", "No release for 0.x"]);
});
