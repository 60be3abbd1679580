import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { detailStates, listStates } from "../fixtures/page-states.ts";
import { expect, test } from "../fixtures/test.ts";
import { pressUndo } from "../fixtures/undo.ts";

listStates({
  path: "/backends",
  heading: "Backends",
  noun: "backends",
  reads: "/backends/tunnel_group",
  teaches: /sends traffic to every online tunnel/,
  opens: /\/backends\?open=bkdtg_/,
});

detailStates("a backend that is edited", {
  find: async (service) => {
    type Listed = { backends: { id: string; description?: string }[] };
    const { body } = await call<Listed>(service, "GET /backends/tunnel_group");
    const { id = "", description = "" } = body.backends[0] ?? {};
    return {
      path: `/backends/${id}/edit`,
      reads: `/backends/tunnel_group/${id}`,
      heading: `Edit ${description}`,
    };
  },
  loading: "Loading this backend",
  tried: "load this backend",
  unknown: { path: "/backends/bkdtg_nothing/edit", says: /No such backend/ },
  shown: (page) => page.getByLabel("Labels 1: Name"),
});

test("a backend is made, seen, deleted and brought back; what a module names can’t be deleted", async ({
  page,
  ownService,
}) => {
  await signIn(page, ownService);
  await page.goto(`${ownService.origin}/backends`);
  await page.getByRole("link", { name: "Create backend" }).click();
  const dialog = page.getByRole("dialog", { name: "New backend" });
  await dialog.getByRole("button", { name: "Create backend" }).click();
  await expect(dialog.getByText(/at least one label/)).toBeVisible();
  await dialog.getByLabel("Name", { exact: true }).fill("Nobody yet");
  await dialog.getByLabel("Labels 1: Name").fill("app");
  await dialog.getByLabel("Labels 1: Value").fill("nowhere");
  await dialog.getByRole("button", { name: "Create backend" }).click();
  const row = page.getByRole("row").filter({ hasText: "Nobody yet" });
  await expect(row).toContainText("app=nowhere");
  await expect(row).toContainText("No agent online");

  await row.getByRole("button", { name: "Actions for Nobody yet" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete backend" }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText("Backend “Nobody yet” deleted")).toBeVisible();
  // Of the deletion, not of the creation before it.
  await pressUndo(page);
  await expect(row).toContainText("app=nowhere");

  const { body } = await call(ownService, "GET /backends/tunnel_group");
  const made = (body["backends"] as { id: string; description: string }[]).find(
    ({ description }) => description === "Nobody yet",
  );
  const edge = await call(ownService, "POST /edges/tls", {
    hostports: ["nobody.example.com:443"],
    backend: { backend_id: made?.id },
  });
  expect(edge.status).toBe(201);
  await page.goto(`${ownService.origin}/backends?open=${made?.id}`);
  await page.getByRole("link", { name: "nobody.example.com" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "nobody.example.com" })).toBeVisible();
  await page.goto(`${ownService.origin}/backends`);
  await row.getByRole("button", { name: "Actions for Nobody yet" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const question = page.getByRole("dialog");
  await expect(question.getByRole("link", { name: "nobody.example.com" })).toBeVisible();
  await expect(question.getByRole("button", { name: "Delete backend" })).toBeDisabled();
});
