// Cause: what a page says of agents that left was loaded once they had, and a service that stops ends its agents first: its failure
// put an error in place of the whole page. Law: a service that goes away takes nothing from a page that is open.
import { call } from "../fixtures/api.ts";
import { row, signIn } from "../fixtures/console.ts";
import { endProcess, linesOf, startAgent } from "../fixtures/process.ts";
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
