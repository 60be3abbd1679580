// Cause: of several agents those whose turn had not come when the page was reloaded were told nothing, without a word. Law:
// after a reload in the middle of anything the console says what is still awaited, and ends every action in an outcome.
import type { Page, Request } from "@playwright/test";
import type { Endpoint } from "#contract/endpoint.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { sessionName } from "#resources/session-name.ts";
import { call } from "../fixtures/api.ts";
import { row, signIn } from "../fixtures/console.ts";
import { expect, test } from "../fixtures/test.ts";

const COMMAND = /\/tunnel_sessions\/[^/]+\/(?:restart|stop|update)$/;
/** How an update goes is read where it was sent. */
const isCommand = (request: Request) => request.method() === "POST" && COMMAND.test(request.url());

/** A demo agent with a newer release, which may update. */
const OUTDATED = "fra-gw-02";

test.use({ agents: 24 });

/** Confirms what the dialog asks, and reloads as soon as the command is on its way, mostly before its answer. */
async function confirmAndReload(page: Page, button: RegExp): Promise<void> {
  const sent = page.waitForRequest(isCommand);
  await page.getByRole("dialog").getByRole("button", { name: button }).click();
  await sent;
  await page.reload();
}

test("restart, stop, update and several at once, each reloaded before its answer", async ({
  page,
  ownService: service,
  agents,
}) => {
  const online = async () =>
    (await call<{ tunnel_sessions: TunnelSession[] }>(service, "GET /tunnel_sessions")).body.tunnel_sessions;
  await expect.poll(async () => (await online()).length).toBe(agents);
  const able = (await online()).filter(
    ({ os, transport }) => !os.startsWith("windows") && transport !== "ssh",
  );
  const tunnels = (await call<{ tunnels: Tunnel[] }>(service, "GET /tunnels")).body.tunnels;
  const served = tunnels.find(
    ({ endpoint: own, tunnel_session: of }) =>
      own && able.some((one) => one.id === of?.id && sessionName(one) !== OUTDATED),
  );
  const before = able.find(({ id }) => id === served?.tunnel_session?.id);
  const restarted = before ? sessionName(before) : "";
  const stopped = able.map(sessionName).find((name) => name !== restarted && name !== OUTDATED) ?? "";
  const at = (path: string) => page.goto(`${service.origin}${path}`);
  const open = async (name: string) => {
    const session = (await online()).find((one) => sessionName(one) === name);
    await at(`/sessions/${session?.id}`);
  };
  await signIn(page, service);

  // A session's page, then that of an endpoint and the overview.
  const endpoint = (await call<Endpoint>(service, `GET /endpoints/${served?.endpoint?.id}`)).body;
  await at(`/endpoints/${endpoint.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(endpoint.public_url ?? "");
  await open(restarted);
  await page.getByRole("button", { name: "Restart…", exact: true }).click();
  await confirmAndReload(page, /^Restart/);
  await at(`/endpoints/${endpoint.id}`);
  await expect(page.getByText("Online again", { exact: true }).first()).toBeVisible();
  await at(`/sessions/${before?.id}`);
  await expect(page.getByText(/Online again \d+ s after your restart/)).toBeVisible();
  await expect(page.getByRole("region", { name: /^Restart/ }).getByText("Verified")).toBeVisible();

  // The list.
  await at("/sessions");
  await row(page, "Sessions", stopped)
    .getByRole("button", { name: `Actions for ${stopped}` })
    .click();
  await page.getByRole("menuitem", { name: /^Stop/ }).click();
  await confirmAndReload(page, /^Stop/);
  await expect(row(page, "Sessions", stopped)).toContainText(/Stopped/);

  await open(OUTDATED);
  await page.getByRole("button", { name: /^Update/ }).click();
  await confirmAndReload(page, /^Update/);
  await expect(page.getByText(/^No answer yet… \d+ s$|^Ready to restart/).first()).toBeVisible();

  // Several at once: four are under way at a time, and none gets through before the reload.
  await at("/sessions");
  await page.getByRole("checkbox", { name: "Select all that match" }).click();
  await page.getByRole("button", { name: /^Restart \d/ }).click();
  const held: string[] = [];
  await page.route(COMMAND, async (route) =>
    isCommand(route.request()) ? void held.push(route.request().url()) : route.continue(),
  );
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Restart/ })
    .click();
  await expect.poll(() => held.length).toBe(4);
  await page.reload();
  for (const url of held) {
    const id = url.split("/").at(-2) ?? "";
    const status = page.locator(`tr:has(a[href$="${id}"])`).getByText(/^No answer yet… \d+ s$/);
    await expect(status).toBeVisible();
    // Cause: the column cut "No answer, watching… 4 s" before the seconds. Law: a status is read at a glance.
    expect(await status.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
  }
  await expect(page.getByText("Restart failed").first()).toBeVisible();
  await at("/");
  await expect(page.getByText("The page was reloaded before it was sent.").first()).toBeVisible();
});
