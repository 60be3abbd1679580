import { randomUUID } from "node:crypto";
import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { detailStates } from "../fixtures/page-states.ts";
import { expect, test } from "../fixtures/test.ts";

const KINDS = {
  tls: { prefix: "edgtls_", port: 443, modules: 5 },
  tcp: { prefix: "edgtcp_", port: 20_022, modules: 3 },
} as const;

for (const [kind, { prefix, port, modules }] of Object.entries(KINDS)) {
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
    unknown: { path: `/edges/${kind}/${prefix}nothing`, says: new RegExp(`knows no ${name}`) },
    shown: (page) => page.getByText(`0 on, 0 off, ${modules} not set`),
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
  await expect(panel).toContainText("1 on, 0 off, 4 not set");
  await expect(
    page.getByRole("region", { name: "Map" }).getByRole("link", { name: "db.northwind.example" }),
  ).toBeVisible();
  await panel.getByRole("link", { name: "Add Mutual TLS" }).click();
  await expect(page).toHaveURL(/\/mutual_tls$/);
  await page.goBack();
  await page.getByRole("button", { name: "More for db.northwind.example" }).click();
  await page.getByRole("menuitem", { name: "Delete edge…" }).click();
  await page.getByRole("button", { name: "Delete TLS edge" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Edge restored with a new ID")).toBeVisible();
  const { body: list } = await call<{ tls_edges: object[] }>(ownService, "GET /edges/tls");
  expect(list.tls_edges).toEqual([
    expect.objectContaining({ hostports, tls_termination: expect.objectContaining(tls_termination) }),
  ]);
});
