import { spawn } from "node:child_process";
import { join } from "node:path";
import { call } from "../fixtures/api.ts";
import { connect, row } from "../fixtures/console.ts";
import { removeData, startService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";
import { linesOf, startAgent } from "../fixtures/process.ts";

const root = join(import.meta.dirname, "../..");

test("empty account → authtoken → a real agent process appears → restarted from the console, it has a new pid", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const service = await startService({ demo: 0 });
  await page.goto(service.link);
  await expect(page.getByRole("heading", { name: "No agent is online yet" })).toBeVisible();
  await page.getByRole("button", { name: "Create authtoken" }).click();
  await expect(page.getByText("The command below contains it. You can copy it only now.")).toBeVisible();
  await page.getByRole("button", { name: "Copy the command" }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(`--url ${service.origin}`);

  // As an operator would: the copied command in a shell, in the project's folder.
  const agent = spawn("sh", ["-c", command], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const lines = linesOf(agent);
  const first = await lines.match(/Agent pid (\d+): session (ts_\w+)/);
  await expect(page.getByRole("heading", { name: "Your first agent is online" })).toBeVisible();
  await expect(page.getByText("my-laptop is online")).toBeVisible();
  await expect(page.getByRole("link", { name: /^https:\/\/.* \(opens in a new tab\)$/ })).toBeVisible();
  const next = page.getByRole("region", { name: "Next steps" });
  await expect(next.getByRole("link")).toHaveCount(3);
  await next.getByRole("button", { name: "Show sessions" }).click();
  await expect(row(page, "Sessions", "my-laptop")).toContainText("Online");

  await row(page, "Sessions", "my-laptop").getByRole("button", { name: "Actions for my-laptop" }).click();
  await page.getByRole("menuitem", { name: /^Restart/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restart my-laptop" }).click();
  const second = await lines.match(/Agent pid (\d+): session (ts_\w+)/);
  expect(second[1]).not.toBe(first[1]);
  expect(second[2]).not.toBe(first[2]);
  expect(isAlive(Number(first[1]))).toBe(false);
  await expect(row(page, "Sessions", "my-laptop")).toContainText(/Online again after \d+ s/);

  const update = await call<{ error_code: string }>(service, `POST /tunnel_sessions/${second[2]}/update`, {});
  expect(update).toMatchObject({ status: 409, body: { error_code: "ERR_GATEHOUSE_9101" } });

  await row(page, "Sessions", "my-laptop").getByRole("button", { name: "Actions for my-laptop" }).click();
  await page.getByRole("menuitem", { name: /^Stop/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop my-laptop" }).click();
  expect(await lines.exit).toBe(0);
  await expect
    .poll(
      async () => (await call<{ tunnel_sessions: [] }>(service, "GET /tunnel_sessions")).body.tunnel_sessions,
    )
    .toEqual([]);

  await service.end();
  await removeData(service.data);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("an agent with a wrong authtoken says so and exits with 1; the token is in none of its output", async ({
  ownService: service,
}) => {
  const authtoken = "gha_000000000000000000000000000_000000000000000000000000000000000000000000";
  const agent = startAgent(service.origin, authtoken, "--tunnel", "http:3000");
  const lines = linesOf(agent);
  expect(await lines.exit).toBe(1);
  expect(lines.printed()).toMatch(/authtoken/);
  expect(lines.printed()).not.toContain(authtoken);
});

test("agents are listed again after the service came back", async ({ page, ownService }) => {
  await connect(page, ownService);
  await expect(page.getByText("8 online")).toBeVisible();
  const port = Number(new URL(ownService.origin).port);
  // Not SIGTERM: a stop ends the agents first, and a poll in between may see an empty list.
  await ownService.end("SIGKILL");
  await expect(page.getByText("No connection to the service.").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "fra-gw-01" })).toBeVisible();
  const again = await startService({ demo: 8, data: ownService.data, port });
  await expect(page.getByText(/^as of/)).toBeVisible();
  await expect(page.getByText("8 online")).toBeVisible();
  await again.end();
});
