import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { edgeAt } from "../fixtures/demo.ts";
import { detailStates } from "../fixtures/page-states.ts";
import { expect, test } from "../fixtures/test.ts";
import { pressUndo } from "../fixtures/undo.ts";

const HOST = "app.northwind.example";
type Edge = { id: string; hostports: string[]; description: string; routes: Record<string, unknown>[] };

detailStates("an HTTPS edge", {
  find: async (service) => {
    const { id } = await edgeAt(service, HOST);
    return { path: `/edges/https/${id}`, reads: `/edges/https/${id}`, heading: HOST };
  },
  loading: "Loading this edge",
  tried: "load this edge",
  unknown: { path: "/edges/https/edghts_nothing", says: /No such HTTPS edge/ },
  shown: (page) => page.getByRole("region", { name: "Map" }).getByRole("link", { name: "/dispatch" }),
});

detailStates("the form of an edge", {
  find: async (service) => {
    const { id } = await edgeAt(service, HOST);
    return { path: `/edges/https/${id}/edit`, reads: `/edges/https/${id}`, heading: `Edit ${HOST}` };
  },
  loading: "Loading this edge",
  tried: "load this edge",
  unknown: { path: "/edges/https/edghts_nothing/edit", says: /No such HTTPS edge/ },
  shown: (page) => page.getByLabel("Addresses 1"),
});

test("an edge is changed, undone, deleted with its routes, and made again by undo", async ({
  page,
  ownService,
}) => {
  const { id } = await edgeAt(ownService, HOST);
  const read = async (of: string) => (await call<Edge>(ownService, `GET /edges/https/${of}`)).body;
  const before = await read(id);
  await signIn(page, ownService);
  await page.goto(`${ownService.origin}/edges/https/${id}`);
  await page.getByRole("link", { name: "Edit edge" }).click();
  await page.getByRole("button", { name: "Add address" }).click();
  await page.getByLabel("Addresses 2").fill("plan.northwind.example:443");
  await page.getByRole("button", { name: "Remove address 1" }).click();
  await expect(page.getByText(/1 address goes offline/)).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // Cause: an address went offline with one press of Save. Law: what goes offline is asked about first, by name.
  const question = page.getByRole("dialog");
  await expect(question).toContainText(`1 address goes offline: ${HOST}:443`);
  await question.getByRole("button", { name: "Save and take offline" }).click();
  await expect(page.getByText(/ saved\b/)).toBeVisible();
  expect((await read(id)).hostports).toEqual(["plan.northwind.example:443"]);
  await pressUndo(page);
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  expect((await read(id)).hostports).toEqual([`${HOST}:443`]);

  await page.getByRole("link", { name: "Back to the edge" }).click();
  await page.getByRole("button", { name: `More for ${HOST}` }).click();
  await page.getByRole("menuitem", { name: "Delete edge…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 address goes offline");
  await expect(dialog).toContainText("3 routes with 2 modules are deleted too");
  await dialog.getByRole("button", { name: "Delete HTTPS edge" }).click();
  await expect(page.getByRole("heading", { name: "Edges", level: 1 })).toBeVisible();
  expect((await call(ownService, `GET /edges/https/${id}`)).status).toBe(404);

  await pressUndo(page);
  await expect(page.getByText(`Undone: HTTPS edge ${HOST} restored with 3 routes and new IDs`)).toBeVisible();
  await expect(page.getByRole("heading", { name: HOST, level: 1 })).toBeVisible();
  const again = await edgeAt(ownService, HOST);
  expect(again.id).not.toBe(id);
  const after = await read(again.id);
  const made = new Set(["id", "edge_id", "uri", "created_at"]);
  const given = (one: object) => Object.fromEntries(Object.entries(one).filter(([name]) => !made.has(name)));
  const said = ({ routes, ...edge }: Edge) => ({ ...given(edge), routes: routes.map(given) });
  expect(said(after)).toEqual(said(before));
});

// Cause: an edge without an address was titled by its id, and an empty part of each first box moved it 3 px down. Law: things are
// called by what they are; what stands side by side is level.
test("an edge with neither address nor routes says so by name, its boxes level", async ({
  page,
  ownService,
}) => {
  const { body } = await call<Edge>(ownService, "POST /edges/https", {});
  await signIn(page, ownService);
  await page.goto(`${ownService.origin}/edges/https/${body.id}`);
  const name = "HTTPS edge without an address";
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  const map = page.getByRole("region", { name: "Map" });
  const tops = ["No address", "No routes"].map(async (label) => {
    const box = map.getByRole("link", { name: label });
    return (await box.boundingBox())?.y;
  });
  const [address, routes] = await Promise.all(tops);
  expect(address).toBe(routes);
  await page.getByRole("button", { name: `More for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete edge…" }).click();
  const dialog = page.getByRole("dialog", { name: `Delete ${name}?` });
  await expect(dialog).toContainText("nothing goes offline");
  await dialog.getByRole("button", { name: "Delete HTTPS edge" }).click();
  await expect(page.getByText(`${name} deleted`)).toBeVisible();
});
