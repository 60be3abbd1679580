// Cause: what a page says of agents that left was loaded once they had, and a service that stops ends its agents first: its failure
// put an error in place of the whole page. Law: a service that goes away takes nothing from a page that is open.
import { call } from "../fixtures/api.ts";
import { row, signIn } from "../fixtures/console.ts";
import { endProcess, linesOf, startAgent } from "../fixtures/process.ts";
import { startService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

test("overview and sessions stay, and say that the agent left", async ({ context, edgeService: service }) => {
  const { body } = await call<{ token: string }>(service, "POST /credentials", {});
  const agent = startAgent(service.origin, body.token, "--tunnel", "http:9", "--metadata", "my-laptop");
  await linesOf(agent).match(/https?:\/\//);
  const [overview, sessions] = [await context.newPage(), await context.newPage()];
  const isLoaded = sessions.waitForResponse(
    async (answer) =>
      answer.url().includes("/assets/") && (await answer.text()).includes("to finish the update"),
  );
  for (const [page, path] of [
    [overview, "/"],
    [sessions, "/sessions"],
  ] as const) {
    await signIn(page, service);
    await page.goto(service.origin + path);
  }
  await expect(overview.getByRole("region", { name: "Agents" })).toBeVisible();
  await expect(overview.getByRole("region", { name: "Recent changes" })).toBeVisible();
  await expect(row(sessions, "Sessions", "my-laptop")).toContainText("Online");
  await isLoaded;

  await context.route("**/assets/**", (route) => route.abort());
  await endProcess(agent, "SIGKILL");
  await expect(row(sessions, "Sessions", "my-laptop")).toContainText("Offline since");
  await expect(overview.getByText("No agent is online.")).toBeVisible();
  await expect(overview.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});

// Cause: the question before what was typed is lost was loaded when it was asked, so that Cancel did nothing; and whether the key had been
// created was left to a list that the dialog covered. Law: the same; and what came of it is said once the service is back.
test("a new key whose answer was lost with the service", async ({ page, ownService }) => {
  await signIn(page, ownService);
  await page.goto(`${ownService.origin}/keys`);
  await page.getByRole("link", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog", { name: "New key" });
  await dialog.getByLabel("Used by").fill("CI deploys");
  await page.waitForLoadState("networkidle");
  process.kill(ownService.pid, "SIGSTOP");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByRole("button", { name: "Create key" })).toHaveAttribute("aria-busy", "true");
  await ownService.end("SIGKILL");
  await expect(dialog.getByText("The key may exist. We check once the service answers.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("You will lose what you typed here.")).toBeVisible();
  await page.getByRole("button", { name: "Stay" }).click();

  const { data, origin } = ownService;
  const back = await startService({ demo: 0, data, port: Number(new URL(origin).port) });
  await expect(dialog.getByText("The key doesn’t exist. You can safely try again.")).toBeVisible({});
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("dialog", { name: /^Copy the token/ })).toBeVisible();
  await back.end();
});
