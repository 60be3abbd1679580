// Cause: rollouts of a tab knew nothing of each other: two told the same agents at once. Law: where a tab runs them, agents that a
// rollout has which has not ended are refused to another one, to start it and to resume it, as a service refuses them.
import type { Page } from "@playwright/test";
import { faultyAgents, startFaultyAgents } from "#agent/testing/faulty-agents.ts";
import { call } from "../fixtures/api.ts";
import { connect } from "../fixtures/console.ts";
import { startFaultProxy } from "../fixtures/fault-proxy.ts";
import { removeData, startService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

/** The click before did it, or is made again. */
const AT_ONCE = { timeout: 1000 };

/** Asks for all agents; the second one waits for an hour. */
async function start(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Sessions", exact: true }).first().click();
  await expect(page.getByText("2 online")).toBeVisible();
  const selection = page.getByRole("region", { name: "Selection" });
  // An agent that restarts meanwhile is another row once it is back.
  await expect(async () => {
    await page.getByRole("checkbox", { name: "Select all that match" }).check();
    await expect(selection.getByText("2 selected", { exact: true })).toBeVisible(AT_ONCE);
  }).toPass();
  await selection.getByRole("button", { name: "Roll out…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Restart", { exact: true }).click();
  await dialog.getByLabel("Pause between batches").fill("1 h");
  await dialog.getByRole("button", { name: "Restart 2 agents" }).click();
}

test("a second rollout of the same agents is refused until the first one ends", async ({ page }) => {
  const service = await startService({ demo: 0 });
  const proxy = await startFaultProxy(service.origin);
  const end = new AbortController();
  try {
    proxy.inject(/^\/api\/rollout/, { kind: "answer", status: 404, body: "{}" });
    const agents = faultyAgents(2);
    const { token } = (await call<{ token: string }>(service, "POST /credentials", {})).body;
    const at = { url: `${service.origin.replace("http", "ws")}/agent`, authtoken: token };
    startFaultyAgents(agents, at, end.signal);
    await connect(page, { origin: proxy.origin, key: service.key });
    await expect(page.getByRole("link", { name: "agent-1", exact: true })).toBeVisible();
    await start(page);
    await expect(page).toHaveURL(/\/rollouts\/tab_[\w-]+$/);
    const first = page.url();
    await expect.poll(() => agents.map(({ told }) => told.length).toSorted((a, b) => a - b)).toEqual([0, 1]);

    await start(page);
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(
      /agents are in rollout tab_[\w-]+, which has not ended\. Wait until it ends/,
    );
    expect(agents.flatMap(({ told }) => told)).toHaveLength(1);
    await page.keyboard.press("Escape");

    await page.goto(first);
    await page.getByRole("button", { name: "Halt", exact: true }).click();
    await expect(page.getByText("Halted").first()).toBeVisible();
    // The agent that is back is watched for half a minute first.
    await expect(page.getByText("Checking that its agents stay online.")).toHaveCount(0);
    await start(page);
    await expect(page).toHaveURL(/\/rollouts\/tab_[\w-]+$/);
    expect(page.url()).not.toBe(first);
    await expect.poll(() => agents.flatMap(({ told }) => told).length).toBe(2);

    await page.goto(first);
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(page.getByText(/in rollout tab_[\w-]+, which has not ended/)).toBeVisible();
    await expect(page.getByText("1 done, 1 not started")).toBeVisible();
  } finally {
    end.abort();
    await proxy.close();
    await service.end("SIGKILL");
    await removeData(service.data);
  }
});
