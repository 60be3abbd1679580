// Cause: an agent that can’t restart itself had no runbook, and after its rollout nobody looked whether its host had started it. Law: it is
// offered the update alone, told what is left to do, and watched until it is back with the new version, whoever runs the rollout.
import { type AgentSession, openSession } from "#agent/session.ts";
import { acceptingHost } from "#service/testing/accepting-host.ts";
import { call } from "../fixtures/api.ts";
import { connect } from "../fixtures/console.ts";
import { startFaultProxy } from "../fixtures/fault-proxy.ts";
import { removeData, type RunningService, startService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

const ends: (() => unknown)[] = [];
test.afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** An agent on Windows, as its host starts it. */
function startOnHost(
  service: RunningService,
  authtoken: string,
  version: string,
  host = "on-windows",
): Promise<AgentSession> {
  return new Promise((resolve) => {
    const session = openSession({
      url: `${service.origin.replace("http", "ws")}/agent`,
      authtoken,
      host: { ...acceptingHost, os: "windows", version },
      metadata: JSON.stringify({ host }),
      tunnels: [],
      onOnline: () => resolve(session),
    });
    ends.push(() => session.close());
  });
}

for (const by of ["service", "tab"])
  test(`run by the ${by}, through a reload`, async ({ page }) => {
    const service = await startService({ demo: 0 });
    ends.push(() => service.end("SIGKILL").then(() => removeData(service.data)));
    const proxy = await startFaultProxy(service.origin);
    ends.push(proxy.close);
    if (by === "tab") proxy.inject(/^\/api\/rollout/, { kind: "answer", status: 404, body: "{}" });
    const { token } = (await call<{ token: string }>(service, "POST /credentials", {})).body;
    const before = await startOnHost(service, token, "1.0.0");
    // There is a version to go to.
    await startOnHost(service, token, "1.1.0", "beside");

    await connect(page, { origin: proxy.origin, key: service.key });
    await page.getByRole("link", { name: "on-windows", exact: true }).click();
    await page.getByRole("link", { name: "Update and wait for restart…" }).click();
    const dialog = page.getByRole("dialog", { name: "Update on-windows?" });
    await expect(
      dialog.getByText(/start it again on its host\. We keep watching until it runs the/),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Update 1 agent" }).click();

    const told = page.getByText(/^Restart 1 agent on its host to finish\./);
    await expect(told).toBeVisible();
    await expect(told).toContainText(by === "tab" ? "While the console is open" : "You can close this");
    await expect(page.getByText("Ended, restart 1 agent by hand")).toBeVisible();
    await page.reload();
    await expect(told).toBeVisible();
    await before.close();
    await startOnHost(service, token, "1.1.0");
    const outcome = page.getByText(/^Started on its host after \d+ s, 1\.0\.0 → 1\.1\.0\.$/);
    await expect(outcome.first()).toBeVisible();
    await expect(told).toHaveCount(0);
    await page.reload();
    await expect(outcome.first()).toBeVisible();
    await expect(page.getByText("1 done", { exact: true })).toBeVisible();
  });
