// Cause: the question named neither agents nor URLs that go offline with an authtoken, as the one before "Stop" does. Law: a
// confirmation names what it touches.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import type { CredentialList } from "#contract/credential.ts";
import type { TunnelSessionList } from "#contract/tunnel-session.ts";
import { credentials } from "#resources/credentials.ts";
import { href, paths } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import type * as z from "zod/mini";
import { Component } from "./authtokens-page.tsx";

connectedService({ demo: 24 });

const read = <T,>(path: string) => request<T>({ method: "GET", path });

it("names up to three of the agents that go offline, and the URLs that only they serve", async () => {
  const { credentials: all } = await read<z.infer<typeof CredentialList>>("/credentials?limit=100");
  const { tunnel_sessions: sessions } = await read<z.infer<typeof TunnelSessionList>>(
    "/tunnel_sessions?limit=100",
  );
  const usersOf = (id: string) => sessions.filter(({ credential }) => credential?.id === id);
  const most = all.toSorted((a, b) => usersOf(b.id).length - usersOf(a.id).length)[0]!;
  const users = usersOf(most.id);
  expect(users.length).toBeGreaterThan(3);
  const { user } = renderInApp(null, {
    path: href.authtokens(`?open=${most.id}`),
    routes: [{ path: paths.authtokens, Component }],
  });
  await waitFor(() =>
    expect(screen.getByRole("complementary").textContent).toContain(sessionName(users[0]!)),
  );
  await user.click(await screen.findByRole("button", { name: "Delete…" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(`${users.length} agents that use it go offline`);
  const [agents] = dialog.getAllByRole("list");
  expect(
    within(agents!)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([...users.slice(0, 3).map(sessionName), `and ${users.length - 3} more`]);
  expect(await dialog.findByText(/^\d+ (?:URL|backend).* offline/)).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
});

it("says that no agent uses it where none does, and asks at once", async () => {
  const body = { description: "Spare" };
  const { id } = await request<{ id: string }>({ method: "POST", path: "/credentials", body });
  const { user } = renderInApp(null, {
    path: href.authtokens(`?open=${id}`),
    routes: [{ path: paths.authtokens, Component }],
  });
  await user.click(await screen.findByRole("button", { name: "Delete…" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("No online agent uses it.")).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Delete authtoken" }));
  await screen.findByText("Authtoken “Spare” deleted");
  await expect(read(credentials.pathOf(id))).rejects.toMatchObject({ status: 404 });
});
