// Law: a real agent becomes the next version by one click, each step with its time and what it proved; on Windows it is
// updated only, says what is left to do, and is watched until it is online with the new version.
import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Host } from "#agent/host.ts";
import { type AgentSession, openSession } from "#agent/session.ts";
import { AGENT_BUNDLE } from "#contract/agent-release.ts";
import { acceptingHost } from "#service/testing/accepting-host.ts";
import { call } from "../fixtures/api.ts";
import { connect, row } from "../fixtures/console.ts";
import { endProcess, linesOf } from "../fixtures/process.ts";
import { removeData, type RunningService, startService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

const root = join(import.meta.dirname, "../..");
const ONLINE = /Agent pid (\d+): session (ts_\w+) online/;

const FLAGS = { key: "--key", releases: "--releases", package: "--out" };

/** Releases 1.0.0 and 1.1.0 in `folder`/releases, and an agent of the first one in `folder`/agent. */
async function publish(folder: string): Promise<void> {
  const script = (...flags: string[]) =>
    promisify(execFile)(
      process.execPath,
      [
        join(root, "scripts/release-agent.mjs"),
        ...(["key", "releases", "package"] as const).flatMap((name) => [FLAGS[name], join(folder, name)]),
        ...flags,
      ],
      { cwd: root },
    );
  await script("--version", "1.0.0");
  await cp(join(folder, "package"), join(folder, "agent"), { recursive: true });
  await script("--version", "1.1.0", "--notes", "Reconnects faster.");
}

const WINDOWS: Host = {
  ...acceptingHost,
  os: "windows",
  capabilities: { restart: "Agents on Windows can’t restart themselves.", stop: "", update: "" },
};

/** An agent on Windows, as started on its host with one version or the other. */
function startOnWindows(service: RunningService, authtoken: string, version: string): Promise<AgentSession> {
  return new Promise((resolve) => {
    const session = openSession({
      url: `${service.origin.replace("http", "ws")}/agent`,
      authtoken,
      host: { ...WINDOWS, version },
      metadata: '{"host":"on-windows"}',
      tunnels: [],
      onOnline: () => resolve(session),
    });
  });
}

test("Update and restart: 1.0.0 becomes 1.1.0; on Windows the update alone", async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "gatehouse-runbook-"));
  await publish(folder);
  const service = await startService({ demo: 0, releases: join(folder, "releases") });
  const { token } = (await call<{ token: string }>(service, "POST /credentials", {})).body;
  const flags = ["--url", service.origin, "--tunnel", "http:9", "--metadata", '{"host":"ams-01"}'];
  const agent = spawn(process.execPath, [join(folder, "agent", AGENT_BUNDLE), ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, GATEHOUSE_AUTHTOKEN: token },
  });
  const lines = linesOf(agent);
  const [, firstPid, firstSession] = await lines.match(ONLINE);
  const before = await startOnWindows(service, token, "1.0.0");

  await connect(page, service);
  await page.getByRole("link", { name: "ams-01", exact: true }).click();
  await expect(page.getByText("1.1.0 is available")).toBeVisible();
  // Cause: "up to date" beside it. Law: outcomes never contradict each other.
  await expect(page.getByText("Outdated, 1.1.0 available")).toBeVisible();
  await page.getByRole("link", { name: "Update and restart…" }).click();
  const dialog = page.getByRole("dialog", { name: "Update and restart ams-01?" });
  await expect(dialog.getByText(/^1 URL goes offline: https:/)).toBeVisible();
  await expect(dialog.getByText("No recent restart to estimate the time from.")).toBeVisible();
  await dialog.getByRole("button", { name: "Update and restart 1 agent" }).click();
  await expect(page.getByText("You can close this page. The rollout continues.")).toBeVisible();
  const rollout = page.url();

  // Meanwhile.
  await page.getByRole("link", { name: "Sessions", exact: true }).first().click();
  await page.getByRole("link", { name: "on-windows", exact: true }).click();
  await expect(page.getByText("1.1.0 is available")).toBeVisible();
  await expect(page.getByRole("link", { name: "Update and restart…" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Update and wait for restart…" })).toBeVisible();
  await page.getByRole("button", { name: "Update to 1.1.0…" }).click();
  const asked = page.getByRole("dialog");
  await expect(asked.getByText("To finish, stop it and start it again on its host.")).toBeVisible();
  await asked.getByRole("button", { name: "Update on-windows" }).click();
  await expect(page.getByText("Restart by hand", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Restart by hand", { exact: true })).toBeVisible();
  await before.close();
  const after = await startOnWindows(service, token, "1.1.0");
  await expect(page.getByText("Version 1.0.0 → 1.1.0.").first()).toBeVisible();

  await page.goto(rollout);
  await expect(page.getByText("1 done")).toBeVisible();
  const [, secondPid, secondSession] = await lines.match(ONLINE);
  expect(secondPid).not.toBe(firstPid);
  expect(secondSession).not.toBe(firstSession);
  await page.getByText("4 steps").click();
  for (const step of [
    /^Update, \d+ s$/,
    /^Wait until ready, \d+ s\. Ready to run 1\.1\.0\.$/,
    /^Restart, \d+ s$/,
    /^Online again, \d+ s\. Online again after \d+ s, 1\.0\.0 → 1\.1\.0\.$/,
  ])
    await expect(page.getByText(step)).toBeVisible();

  // What the service keeps of it says what to expect of the next restart.
  await page.getByRole("link", { name: "ams-01", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/sessions/${secondSession}$`));
  await page.getByRole("button", { name: "Restart…", exact: true }).click();
  await expect(page.getByRole("dialog").getByText(/^1 URL goes offline for about \d+ s$/)).toBeVisible();
  await expect(page.getByRole("dialog").getByText("As in its last restart.")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Sessions", exact: true }).first().click();
  for (const name of ["ams-01", "on-windows"])
    await expect(row(page, "Sessions", name)).toContainText("1.1.0");

  await after.close();
  await endProcess(agent);
  await service.end();
  await removeData(service.data);
  await rm(folder, { recursive: true });
});
