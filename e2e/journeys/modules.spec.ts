import type { Page } from "@playwright/test";
import type { ModuleDefinition } from "#modules/define-module.ts";
import { GUARDS } from "#modules/lint/guards.ts";
import { MODULES } from "#modules/registry.ts";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { call } from "../fixtures/api.ts";
import { signIn } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import { journeyOfExample, MODULE_JOURNEYS } from "../fixtures/module-journeys.ts";
import type { RunningService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

type Fields = Record<string, unknown>;

/** Makes an owner for a module, and answers its path, in the console and in the API alike. */
async function makeOwner(service: RunningService, owner: ModuleOwner): Promise<string> {
  const protocol = owner === "tlsEdge" ? "tls" : owner === "tcpEdge" ? "tcp" : "https";
  const edge = await call<{ id: string }>(service, `POST /edges/${protocol}`, {});
  const path = `/edges/${protocol}/${edge.body.id}`;
  if (owner !== "route") return path;
  const body = { match_type: "path_prefix", match: "/dispatch" };
  const route = await call<{ id: string }>(service, `POST ${path}/routes`, body);
  return `${path}/routes/${route.body.id}`;
}

/** One browser on the page of a module. */
function editorOf(page: Page, { title, kind }: Pick<ModuleDefinition, "title" | "kind">) {
  const form = page.getByRole("form", { name: title });
  const tab = (name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
  return {
    form,
    /** Everything is saved: a button that is busy is off too, so its reason is what tells. */
    unchanged: form.getByText("Nothing changed", { exact: true }).first(),
    save: form.getByRole("button", { name: "Save", exact: true }),
    open: async (url: string) => {
      await page.goto(url);
      await expect(form.getByLabel("Apply to traffic")).toBeVisible();
    },
    tab,
    /** A save that turns off a guard or the backend asks first. */
    confirmLoss: async ({ enabled }: Fields) => {
      if (enabled !== false || ![...GUARDS, "backend"].includes(kind)) return;
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Turn off / })
        .click();
    },
    /** The lines that the Diff tab marks. */
    marked: async (sign: "removed" | "added") => {
      const lines = form.getByRole("listitem").filter({ hasText: new RegExp(`${sign}: `) });
      const texts = await lines.locator("> span:last-child").allTextContents();
      return texts.map((text) => text.replace(`${sign}: `, "").trim());
    },
    /** What every control holds, in the order they stand in. */
    held: () =>
      form.evaluate((element) =>
        [...element.querySelectorAll<HTMLInputElement>("[data-field] :is(input, select, textarea, li)")].map(
          (one) =>
            one.type === "checkbox" || one.type === "radio" ? one.checked : (one.value ?? one.textContent),
        ),
      ),
  };
}

test("every row is of a kind in the registry", () => {
  expect(Object.keys(MODULE_JOURNEYS).filter((name) => MODULES.every((one) => one.name !== name))).toEqual(
    [],
  );
});

for (const definition of MODULES) {
  const { name, kind, title, owners } = definition;
  test.describe(name, () => {
    async function begin(page: Page, service: RunningService) {
      const journey = MODULE_JOURNEYS[name] ?? journeyOfExample(definition);
      const path = `${await makeOwner(service, owners[0] ?? "route")}/${kind}`;
      const id = (await journey.needs?.(service)) ?? "";
      const editor = editorOf(page, definition);
      await signIn(page, service);
      await editor.open(service.origin + path);
      const read = async () => (await call<Fields>(service, `GET ${path}`)).body;
      return { journey, path, id, editor, read };
    }

    test("is set, kept over a reload, changed in one field, undone and removed", async ({
      page,
      service,
    }) => {
      const { journey, path, id, editor, read } = await begin(page, service);
      const toast = (text: string) => page.getByRole("status").filter({ hasText: text });
      await journey.fill(editor.form, id);
      await editor.save.click();
      await expect(toast(` saved on `)).toBeVisible();
      const before = await read();
      expect(before).toMatchObject(journey.set(id));
      await expect(editor.save).toHaveAttribute("aria-disabled", "true");

      const held = await editor.held();
      await page.reload();
      await expect(editor.form.getByLabel("Apply to traffic")).toBeVisible();
      await expect.poll(editor.held).toEqual(held);
      await expect(editor.save).toHaveAttribute("aria-disabled", "true");
      await expectSound(page, title, { axeAt: 360 });

      await journey.change(editor.form);
      await editor.tab("Diff");
      await expect(page.getByRole("heading", { name: "What Save will send" })).toBeVisible();
      expect({ removed: await editor.marked("removed"), added: await editor.marked("added") }).toEqual(
        journey.diff,
      );
      await editor.save.click();
      await editor.confirmLoss(journey.changed);
      await expect(editor.unchanged).toBeVisible();
      expect(await read()).toMatchObject(journey.changed);

      if (journey.final) await expect(toast(journey.final)).toBeVisible();
      else {
        await page.getByRole("button", { name: "Undo" }).click();
        await expect(toast("Undone: ")).toBeVisible();
      }
      expect(await read()).toEqual(before);
      await editor.tab("Form");
      await expect.poll(editor.held).toEqual(held);

      await page.getByRole("button", { name: "Remove…" }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: `Remove ${title}` })
        .click();
      await expect(toast(" removed from ")).toBeVisible();
      expect((await call(service, `GET ${path}`)).status).toBe(404);
    });

    test("another browser changes it meanwhile, and the first loses nothing", async ({
      browser,
      page,
      service,
    }) => {
      const { journey, path, id, editor, read } = await begin(page, service);
      await journey.fill(editor.form, id);
      await editor.save.click();
      await expect(editor.unchanged).toBeVisible();
      await journey.change(editor.form);

      const other = await browser.newPage();
      const second = editorOf(other, definition);
      await signIn(other, service);
      await second.open(service.origin + path);
      await journey.meanwhile(second.form);
      await second.save.click();
      await second.confirmLoss(journey.changedMeanwhile);
      await expect(second.unchanged).toBeVisible();
      expect(await read()).toMatchObject(journey.changedMeanwhile);
      await other.close();

      await editor.save.click();
      await editor.confirmLoss(journey.changed);
      await expect(editor.unchanged).toBeVisible();
      expect(await read()).toMatchObject({ ...journey.changedMeanwhile, ...journey.changed });
    });
  });
}
