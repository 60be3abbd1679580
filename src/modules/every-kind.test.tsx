import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { Component as EdgeModule } from "#pages/edge-module/edge-module-page.tsx";
import { Component as RouteModule } from "#pages/route-module/route-module-page.tsx";
import { ownerPath, type OwnerAddress } from "#resources/module-owner.ts";
import { modulePath } from "#resources/modules.ts";
import { paths } from "#resources/paths.ts";
import { journeyOfExample, MODULE_JOURNEYS } from "#testing/module-journeys.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";
import { GUARDS } from "./lint/guards.ts";
import { MODULES } from "./registry.ts";

const ROUTES = [
  // Where one is led once it is removed.
  { path: "*", element: null },
  { path: paths.routeModule, Component: RouteModule },
  ...[paths.httpsEdgeModule, paths.tlsEdgeModule, paths.tcpEdgeModule].map((path) => ({
    path,
    Component: EdgeModule,
  })),
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  // What loads when it is first needed, so that no wait in a test is for a build.
  await Promise.all([import("#editing/json-tab.tsx"), import("#editing/diff-tab.tsx")]);
});
afterAll(() => service.close());
afterEach(forgetConnection);
beforeEach(() => {
  setConnection(
    { baseUrl: `${service.origin}/api`, key: service.key, versionHeader: "Service-Version" },
    { remember: false },
  );
});

const Made = z.looseObject({ id: z.string() });
const make = async (path: string, body: object) =>
  (await request({ method: "POST", path, body, answer: Made })).id;

/** Makes an owner for a module. */
async function makeOwner(owner: ModuleOwner): Promise<OwnerAddress> {
  const protocol = { route: "https", httpsEdge: "https", tlsEdge: "tls", tcpEdge: "tcp" }[owner];
  const edgeId = await make(`/edges/${protocol}`, {});
  if (owner !== "route") return { owner, edgeId };
  const body = { match_type: "path_prefix", match: "/dispatch" };
  return { owner, edgeId, routeId: await make(`/edges/https/${edgeId}/routes`, body) };
}

it("every row is of a kind in the registry", () => {
  const names = new Set(MODULES.map(({ name }) => name));
  expect(Object.keys(MODULE_JOURNEYS).filter((name) => !names.has(name))).toEqual([]);
});

describe.each(MODULES)("$name", (definition) => {
  const { name, kind, title, owners } = definition;

  async function begin() {
    const journey = MODULE_JOURNEYS[name] ?? journeyOfExample(definition);
    const address = await makeOwner(owners[0]);
    const path = modulePath({ ...address, kind });
    const id = (await journey.needs?.(make)) ?? "";
    const read = () => request({ method: "GET", path, answer: z.looseObject({}) });
    return { journey, id, read, open: () => openEditor(address) };
  }

  /** A browser of its own on the page of the module. */
  async function openEditor(address: OwnerAddress) {
    const client = createQueryClient();
    client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, secrets: "kept" });
    const { container, user, unmount } = renderInApp(null, {
      client,
      path: `${ownerPath(address)}/${kind}`,
      routes: ROUTES,
    });
    const page = within(container);
    const form = await page.findByRole("form", { name: title });
    await within(form).findByLabelText("Apply to traffic");
    const save = () => within(form).getByRole("button", { name: "Save" });
    return {
      form,
      user,
      close: unmount,
      press: async (button: string) => user.click(await page.findByRole("button", { name: button })),
      tab: async (label: RegExp) => user.click(await page.findByRole("tab", { name: label })),
      toast: (text: string) => page.findByText((all) => all.includes(text), { selector: "output span" }),
      save,
      /** A save that turns off a guard, the backend or a TLS setting asks first. */
      saves: async ({ enabled }: Record<string, unknown>) => {
        await user.click(save());
        if (enabled === false && [...GUARDS, "backend", "tls_termination"].includes(kind))
          await user.click(
            await within(await screen.findByRole("dialog")).findByRole("button", { name: /^Turn off / }),
          );
        await waitFor(() => expect(within(form).getAllByText("Nothing changed")).not.toEqual([]));
      },
      /** The lines that the Diff tab marks. */
      marked: (sign: "removed" | "added") =>
        [...form.querySelectorAll("li > span:last-child")].flatMap(({ textContent }) =>
          textContent?.includes(`${sign}: `) ? [textContent.replace(`${sign}: `, "").trim()] : [],
        ),
      /** What every control holds, in the order they stand in. */
      held: () =>
        [...form.querySelectorAll<HTMLInputElement>("[data-field] :is(input, select, textarea, li)")].map(
          (one) =>
            one.type === "checkbox" || one.type === "radio" ? one.checked : (one.value ?? one.textContent),
        ),
    };
  }

  it("is set, kept over a reload, changed in one field, undone and removed", async () => {
    const { journey, id, read, open } = await begin();
    const first = await open();
    await journey.fill(first, id);
    await first.saves({});
    await first.toast(" saved on ");
    const before = await read();
    expect(before).toMatchObject(journey.set(id));
    expect(first.save().getAttribute("aria-disabled")).toBe("true");

    const held = first.held();
    first.close();
    const editor = await open();
    await waitFor(() => expect(editor.held()).toEqual(held));
    expect(editor.save().getAttribute("aria-disabled")).toBe("true");

    await journey.change(editor);
    await editor.tab(/^Diff/);
    await screen.findByRole("heading", { name: "What will be sent" });
    expect({ removed: editor.marked("removed"), added: editor.marked("added") }).toEqual(journey.diff);
    await editor.saves(journey.changed);
    expect(await read()).toMatchObject(journey.changed);

    if (journey.final) await editor.toast(journey.final);
    else {
      await editor.press("Undo");
      await editor.toast("Undone: ");
    }
    expect(await read()).toEqual(before);
    await editor.tab(/^Form/);
    await waitFor(() => expect(editor.held()).toEqual(held));

    await editor.press("Remove…");
    const ask = within(await screen.findByRole("dialog"));
    await editor.user.click(ask.getByRole("button", { name: `Remove ${title}` }));
    await editor.toast(" removed from ");
    await expect(read()).rejects.toMatchObject({ status: 404 });
  });

  it("another browser changes it meanwhile, and the first loses nothing", async () => {
    const { journey, id, read, open } = await begin();
    const first = await open();
    await journey.fill(first, id);
    await first.saves({});
    await journey.change(first);

    const second = await open();
    await journey.meanwhile(second);
    await second.saves(journey.changedMeanwhile);
    expect(await read()).toMatchObject(journey.changedMeanwhile);
    second.close();

    await first.saves(journey.changed);
    expect(await read()).toMatchObject({ ...journey.changedMeanwhile, ...journey.changed });
  });
});
