import { makeRoute } from "../fixtures/app.ts";
import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import { expect, test } from "../fixtures/test.ts";

// Law: what a test request is answered, and by which steps, is shown as the edge does it, with what is saved and with the draft that is
// being edited, which stays a draft (docs/decisions/edge/test-requests.md).
test("a test request from a route, and from an editor with its draft", async ({
  page,
  edgeService,
  publish,
}) => {
  const printed = await publish(
    (request, response) => {
      request.setEncoding("utf8");
      let body = "";
      request.on("data", (text: string) => (body += text));
      const from = request.headers["x-forwarded-for"];
      request.on("end", () => response.end(`${request.method} ${request.url} from ${String(from)}: ${body}`));
    },
    "--label",
    "app=tried",
  );
  await printed.match(/app=tried/);
  const filter = { deny: ["^Bot"] };
  const { edge, route, address } = await makeRoute(
    edgeService,
    "tried.localhost",
    { app: "tried" },
    { user_agent_filter: filter },
  );
  const at = `${edgeService.origin}/edges/https/${edge.id}/routes/${route.id}`;
  await signIn(page, edgeService);
  await page.goto(at);
  await page.getByRole("button", { name: "Send a test request" }).click();
  const dialog = page.getByRole("dialog", { name: /^Send a test request to / });
  await dialog.getByLabel("Method").fill("post");
  await expect(dialog.getByLabel("URL")).toHaveValue(`${address}/`);
  await dialog.getByLabel("URL").fill(`${address}/orders?page=2`);
  await dialog.getByLabel("Visitor’s IP address").fill("203.0.113.9");
  await dialog.getByLabel("Headers").fill("User-Agent: Console");
  await dialog.getByLabel("Body").fill("sku=a1");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  const steps = dialog.getByRole("region", { name: "Steps" });
  await expect(steps.getByRole("listitem").filter({ hasText: "User agent filter" })).toContainText("Allow");
  await expect(steps.getByRole("listitem").filter({ hasText: /^Answer/ })).toContainText("200");
  await expect(dialog.getByText("POST /orders?page=2 from 203.0.113.9: sku=a1")).toBeVisible();
  await expectSound(page, "a test request");
  await dialog.getByRole("button", { name: "Close" }).first().click();

  await page.goto(`${at}/user_agent_filter`);
  // Cause: it was sent "With your draft" where nothing was changed. Law: only what differs is offered as a choice.
  await page.getByRole("button", { name: "Send a test request" }).click();
  await expect(dialog.getByRole("button", { name: "Send", exact: true })).toBeVisible();
  await expect(dialog.getByText("With your draft", { exact: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("button", { name: "Add pattern" }).last().click();
  await page.keyboard.type("^Gatehouse");
  await page.getByRole("button", { name: "Send a test request" }).click();
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(steps).toContainText("Matches deny ^Gatehouse");
  await expect(steps.getByRole("listitem").filter({ hasText: /^Answer/ })).toContainText("403");
  await dialog.getByText("As saved", { exact: true }).click();
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByText(/^GET \/ from /)).toBeVisible();
  const { body } = await call<{ user_agent_filter: object }>(
    edgeService,
    `GET /edges/https/${edge.id}/routes/${route.id}`,
  );
  expect(body.user_agent_filter).toMatchObject(filter);
});
