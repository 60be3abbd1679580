import { randomUUID } from "node:crypto";
import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import { detailStates } from "../fixtures/page-states.ts";
import { expect, test } from "../fixtures/test.ts";
import { pressUndo } from "../fixtures/undo.ts";

const KINDS = {
  tls: { prefix: "edgtls_", port: 443 },
  tcp: { prefix: "edgtcp_", port: 20_022 },
} as const;

for (const [kind, { prefix, port }] of Object.entries(KINDS)) {
  const name = `${kind.toUpperCase()} edge`;

  detailStates(`a ${name}`, {
    find: async (service) => {
      const hostport = `${kind}-${randomUUID().slice(0, 8)}.northwind.example:${port}`;
      const { body } = await call<{ id: string }>(service, `POST /edges/${kind}`, { hostports: [hostport] });
      const path = `/edges/${kind}/${body.id}`;
      return { path, reads: path, heading: hostport.replace(":443", "") };
    },
    loading: "Loading this edge",
    tried: "load this edge",
    unknown: { path: `/edges/${kind}/${prefix}nothing`, says: new RegExp(`No such ${name}`) },
    shown: (page) => page.getByRole("region", { name: "Modules" }).getByText("Missing"),
  });
}

test("a TLS edge shows its modules, leads to their editors, and is deleted and made again", async ({
  page,
  ownService,
}) => {
  const hostports = ["db.northwind.example:443"];
  const tls_termination = { enabled: true, terminate_at: "upstream" };
  const { body } = await call<{ id: string }>(ownService, "POST /edges/tls", { hostports, tls_termination });
  await signIn(page, ownService);
  await page.goto(`${ownService.origin}/edges/tls/${body.id}`);
  const panel = page.getByRole("region", { name: "Modules" });
  await expect(panel).toContainText("1 on");
  await expect(
    page.getByRole("region", { name: "Map" }).getByRole("link", { name: "db.northwind.example" }),
  ).toBeVisible();
  await panel.getByRole("button", { name: "Add module" }).click();
  await page.getByRole("searchbox", { name: "Search modules" }).fill("certif");
  await expect(page.getByRole("dialog").getByRole("link")).toHaveText([/^Mutual TLS/]);
  await expectSound(page, "modules to add");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/mutual_tls$/);
  await page.goBack();
  await page.getByRole("button", { name: "More for db.northwind.example" }).click();
  await page.getByRole("menuitem", { name: "Delete edge…" }).click();
  // That second lasts, however slow the machine is.
  const inspector = await page.context().newCDPSession(page);
  await inspector.send("Animation.enable");
  await inspector.send("Animation.setPlaybackRate", { playbackRate: 0 });
  await page.getByRole("button", { name: "Delete TLS edge" }).click();
  // Cause: a second press on "Delete" hit Undo or Dismiss, which had appeared under the pointer. Law: for its first second a
  // message hears the keyboard alone.
  const undo = page.getByRole("button", { name: "Undo" });
  for (const name of ["Undo", "Dismiss"]) {
    const { x, y, width, height } = (await page.getByRole("button", { name }).boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
  }
  await expect(undo).toBeVisible();
  await expect(page.getByText("restored with a new ID")).toHaveCount(0);
  await pressUndo(page);
  await expect(page.getByText("restored with a new ID")).toBeVisible();
  const { body: list } = await call<{ tls_edges: object[] }>(ownService, "GET /edges/tls");
  expect(list.tls_edges).toContainEqual(
    expect.objectContaining({ hostports, tls_termination: expect.objectContaining(tls_termination) }),
  );
});
