import type { Page } from "@playwright/test";
import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { edgeAt } from "../fixtures/demo.ts";
import { expectSound } from "../fixtures/look.ts";
import { detailStates } from "../fixtures/page-states.ts";
import { expect, test } from "../fixtures/test.ts";
import { pressUndo } from "../fixtures/undo.ts";

const HOST = "docks.northwind.example";
type Route = { id: string; match: string; [field: string]: unknown };

detailStates("the form of a new route", {
  find: async (service) => {
    const { id } = await edgeAt(service, HOST);
    return { path: `/edges/https/${id}/routes/new`, reads: `/edges/https/${id}`, heading: "New route" };
  },
  loading: "Loading this edge",
  tried: "load this edge",
  unknown: { path: "/edges/https/edghts_nothing/routes/new", says: /No such HTTPS edge/ },
  shown: (page) => page.getByRole("button", { name: "Create route" }),
});

detailStates("the form of a route", {
  find: async (service) => {
    const { id, routes } = await edgeAt(service, HOST);
    const path = `/edges/https/${id}/routes/${routes[0]?.id}`;
    return { path: `${path}/edit`, reads: path, heading: `Edit ${HOST}/` };
  },
  loading: "Loading this route",
  tried: "load this route",
  unknown: { path: "/edges/https/edghts_nothing/routes/edghtsrt_nothing/edit", says: /No such HTTPS edge/ },
  shown: (page) => page.getByLabel("Description"),
});

const section = (page: Page, kind: string) => page.getByRole("region", { name: kind, exact: true });

test("a route from a template: refused at its field, made, seen, changed, deleted, undone", async ({
  page,
  ownService,
}) => {
  const { id: edgeId } = await edgeAt(ownService, HOST);
  const { body: backend } = await call<{ id: string }>(ownService, "POST /backends/tunnel_group", {
    labels: { app: "doors" },
    description: "Dock doors",
  });
  const routes = async () =>
    (await call<{ routes: Route[] }>(ownService, `GET /edges/https/${edgeId}`)).body.routes;
  await signIn(page, ownService);
  await page.goto(`${ownService.origin}/edges/https/${edgeId}`);
  await page.getByRole("link", { name: "Create route" }).click();
  await page.getByRole("button", { name: /Internal tool behind Google login/ }).click();
  await expect(page.getByLabel("Path", { exact: true })).toHaveValue("/");
  await expectSound(page, "filled from a template");
  await page.getByRole("button", { name: "Create route" }).click();
  const chosen = section(page, "Backend").getByRole("combobox");
  await expect(chosen).toBeFocused();
  await expect(section(page, "Backend").getByText(/Required\. Select one/)).toBeVisible();
  await chosen.fill(backend.id);
  await chosen.press("Escape");
  await section(page, "OAuth").getByLabel("Email domains").fill("northwind.example");
  await section(page, "OAuth").getByLabel("Email domains").press("Enter");

  await page.getByRole("button", { name: "Create route" }).click();
  await expect(page.getByText(/Already used by another route/)).toBeVisible();
  await expect(page.getByLabel("Path", { exact: true })).toBeFocused();
  await page.getByLabel("Path", { exact: true }).fill("/doors");
  await page.getByRole("button", { name: "Create route" }).click();
  await expect(page.getByRole("heading", { name: `${HOST}/doors`, level: 1 })).toBeVisible();
  const made = (await routes()).find(({ match }) => match === "/doors");
  expect(made).toMatchObject({
    match_type: "path_prefix",
    description: "Internal tool behind Google login",
    backend: { enabled: true, backend: { id: backend.id } },
    oauth: { enabled: true, provider: { google: { email_domains: ["northwind.example"] } } },
    compression: { enabled: true },
    jwt_validation: null,
  });

  await page.getByRole("link", { name: "Edit route" }).click();
  await page.getByLabel("Description").fill("Door panels for staff");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/ saved\b/)).toBeVisible();
  await page.getByRole("link", { name: "Back to the route" }).click();
  await page.getByRole("button", { name: "Delete route…" }).click();
  await expect(page.getByRole("dialog")).toContainText("Its requests go to / instead");
  await page.getByRole("button", { name: "Delete route", exact: true }).click();
  await expect(page.getByRole("heading", { name: HOST, level: 1 })).toBeVisible();
  expect((await routes()).map(({ match }) => match)).toEqual(["/"]);
  await expect(page.getByText(`${HOST}/doors deleted`)).toBeVisible();
  await pressUndo(page);
  await expect(page.getByText("/doors restored with a new ID")).toBeVisible();
  const again = (await routes()).find(({ match }) => match === "/doors");
  const { id: _, uri: __, created_at: ___, ...said } = made as Route;
  expect(again).toMatchObject({ ...said, description: "Door panels for staff" });
});

test("a deleted webhook route comes back through the form, since its secret can’t", async ({
  page,
  ownService,
}) => {
  const { id: edgeId } = await edgeAt(ownService, HOST);
  const { body: made } = await call<Route>(ownService, `POST /edges/https/${edgeId}/routes`, {
    match_type: "exact_path",
    match: "/hook",
    webhook_verification: { enabled: true, provider: "github", secret: "first-secret" },
  });
  await signIn(page, ownService);
  await page.goto(`${ownService.origin}/edges/https/${edgeId}/routes/${made.id}`);
  await page.getByRole("button", { name: "Delete route…" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    "Undo can’t restore the secret of Webhook verification on /hook",
  );
  await page.getByRole("button", { name: "Delete route", exact: true }).click();
  await pressUndo(page);
  await expect(page.getByText("Enter the secret of Webhook verification again.")).toBeVisible();
  // Cause: a message in the corner said the same over a field. Law: a fact is said once.
  await expect(page.getByText(/Enter the secret of .*\/hook again\./)).toHaveCount(0);
  await expect(page.getByLabel("Path", { exact: true })).toHaveValue("/hook");
  const secret = section(page, "Webhook verification").getByLabel("Secret", { exact: true });
  await expect(secret).toBeVisible();
  await page.getByRole("button", { name: "Create route" }).click();
  await expect(secret).toBeFocused();
  await secret.fill("second-secret");
  await expect(section(page, "Request")).toContainText("‹secret›");
  await expect(section(page, "Request")).not.toContainText("second-secret");
  await page.getByRole("button", { name: "Create route" }).click();
  await expect(page.getByRole("heading", { name: `${HOST}/hook`, level: 1 })).toBeVisible();
  const { body } = await call<{ routes: Route[] }>(ownService, `GET /edges/https/${edgeId}`);
  expect(body.routes.find(({ match }) => match === "/hook")).toMatchObject({
    match_type: "exact_path",
    webhook_verification: { enabled: true, provider: "github" },
  });
});

test("a template asks before it replaces what was typed, and a module taken out comes back as it was", async ({
  page,
  proxied,
}) => {
  const { id } = await edgeAt(proxied, HOST);
  await signIn(page, proxied);
  await page.goto(`${proxied.origin}/edges/https/${id}/routes/new`);
  await page.getByLabel("Path", { exact: true }).fill("/mine");
  await page.getByRole("button", { name: "Add Circuit breaker" }).click();
  await section(page, "Circuit breaker").getByLabel("Buckets").fill("129");
  await page.getByRole("button", { name: /Public API with JWT/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("listitem")).toHaveText(["Path", "Circuit breaker"]);
  await expectSound(page, "asked");
  await dialog.getByRole("button", { name: "Keep mine, fill in the rest" }).click();
  await expect(page.getByLabel("Path", { exact: true })).toHaveValue("/mine");
  await expect(page.getByLabel("Description")).toHaveValue("Public API with JWT");
  await expect(section(page, "Circuit breaker").getByLabel("Buckets")).toHaveValue("129");
  await expect(section(page, "JWT validation")).toBeVisible();

  await page.getByRole("button", { name: "Remove Circuit breaker" }).click();
  await expect(section(page, "Circuit breaker")).toHaveCount(0);
  await page.getByRole("button", { name: "Add Circuit breaker" }).click();
  await expect(section(page, "Circuit breaker").getByLabel("Buckets")).toHaveValue("129");
  await page.getByRole("link", { name: "Edges", exact: true }).first().click();
  await expect(page.getByRole("dialog")).toContainText("the new route");
  await page.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByLabel("Path", { exact: true })).toHaveValue("/mine");
});

// Cause: while the fields of the modules that a template adds were loaded, the page was wider than a narrow window. Law: nothing is wider
// than 360 px, at any moment.
test("a template never makes the page wider than a narrow window", async ({ page, service }) => {
  const { id } = await edgeAt(service, HOST);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, service);
  await page.goto(`${service.origin}/edges/https/${id}/routes/new`);
  const template = page.getByRole("button", { name: /Webhook receiver/ });
  await expect(template).toBeVisible();
  const loading = page.getByLabel("Loading Webhook verification");
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route("**/assets/**", async (route) => {
    await held;
    await route.continue();
  });
  await template.click();
  await expect(page.getByText("Filled in below")).toBeVisible();
  await expect(loading).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  go();
  await expect(loading).toHaveCount(0);
});

test("an answer that is lost: the route that was made is found; what was typed stays where nobody can look", async ({
  page,
  ownService,
  faults,
}) => {
  const { id } = await edgeAt(ownService, HOST);
  const through = { origin: faults.origin, key: ownService.key };
  await signIn(page, through);
  const fill = async (path: string) => {
    await page.goto(`${faults.origin}/edges/https/${id}/routes/new`);
    await page.getByLabel("Path", { exact: true }).fill(path);
    faults.inject(/\/routes$/, { kind: "cut-answer" }, "POST", 1);
  };
  await fill("/found");
  await page.getByRole("button", { name: "Create route" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${HOST}/found` })).toBeVisible();

  await fill("/cut");
  const end = faults.inject(/\/edges\/https/, { kind: "answer", status: 500, body: "{}" }, "GET");
  await page.getByRole("button", { name: "Create route" }).click();
  await expect(page.getByText("The route may have been created.")).toBeVisible();
  await expect(page.getByLabel("Path", { exact: true })).toHaveValue("/cut");
  end();
  await page.getByRole("button", { name: "Create route" }).click();
  await expect(page.getByText(/Already used by another route/)).toBeVisible();
});
