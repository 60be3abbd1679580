import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import type { OwnerAddress } from "#resources/module-owner.ts";
import { modulePath } from "#resources/modules.ts";
import { createQueryClient } from "#api/query-client.ts";
import type { Issue } from "#contract/error.ts";
import type { ModuleContract, ModuleOwner } from "#contract/modules/module-contract.ts";
import { isJsonObject, type JsonObject } from "#forms/json.ts";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import type { ModuleDefinition } from "./define-module.ts";
import { ModulePage } from "./editor/module-page.tsx";
import { MODULES } from "./registry.ts";

const OWNERS: Record<ModuleOwner, OwnerAddress> = {
  route: { owner: "route", edgeId: "edghts_1", routeId: "edghtsrt_1" },
  httpsEdge: { owner: "httpsEdge", edgeId: "edghts_1" },
  tlsEdge: { owner: "tlsEdge", edgeId: "edgtls_1" },
  tcpEdge: { owner: "tcpEdge", edgeId: "edgtcp_1" },
};

let server: Awaited<ReturnType<typeof startFaultServer>>;
beforeAll(async () => {
  server = await startFaultServer(json(404, {}));
});
afterAll(() => server.close());
afterEach(forgetConnection);

/** The service: one module as `answer` (null = not set), whose PUT is refused with `issues` when there are any. */
function serve(path: string, answer: JsonObject | null, issues: () => Issue[]) {
  server.answerWith((request, response) => {
    const notSet = json(404, {
      error_code: "ERR_GATEHOUSE_9003",
      status_code: 404,
      msg: "Not set",
      details: {},
    });
    if (request.url !== `/api${path}`)
      return json(404, { status_code: 404, msg: "Not found" })(request, response);
    if (request.method === "GET") return (answer ? json(200, answer) : notSet)(request, response);
    const details = { operation_id: "op_1", issues: JSON.stringify(issues()) };
    return json(400, { status_code: 400, msg: "Refused", details })(request, response);
  });
}

function open(definition: ModuleDefinition, answer: JsonObject | null, issues: () => Issue[] = () => []) {
  const [owner] = definition.owners;
  const address = OWNERS[owner];
  serve(modulePath({ ...address, kind: definition.kind }), answer, issues);
  setConnection(
    { baseUrl: `${server.origin}/api`, key: "k", versionHeader: "Service-Version" },
    { remember: false },
  );
  const client = createQueryClient();
  // The service keeps secrets: what it says is asked about elsewhere (secret-save.test.tsx).
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, secrets: "kept" });
  return renderInApp(
    <ModulePage
      owner={address}
      wire={definition.kind}
      place="app.example.com"
      ownerName="route"
      ownerHref="/edges"
      crumbs={[]}
      absent={null}
    />,
    { client },
  );
}

const formOf = async ({ title }: ModuleDefinition) => {
  const form = await screen.findByRole("form", { name: title });
  await waitFor(() => expect(form.querySelector("input")).not.toBeNull());
  return form;
};
const save = () => screen.getByRole("button", { name: /^Save/ });

function exampleOf({ contract }: ModuleDefinition) {
  const { example, toAnswer } = contract as unknown as ModuleContract<
    string,
    ModuleOwner,
    JsonObject,
    JsonObject
  >;
  return { example, answer: toAnswer(example) };
}

/** Every place of a value that an issue may name: each member and entry, not the value itself. */
function placesIn(value: unknown, at: Issue["path"] = []): Issue["path"][] {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((entry, index) => [index, entry])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([key, part]) => [[...at, key], ...placesIn(part, [...at, key])]);
}

/** What assistive tech is told of an element: its own description and that of the groups around it. */
function describedBy(element: Element): string {
  const described = [element, ...ancestors(element)].filter((one) => one.hasAttribute("aria-describedby"));
  const ids = described.flatMap((one) => one.getAttribute("aria-describedby")?.split(" ") ?? []);
  return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
}

function ancestors(element: Element): Element[] {
  return element.parentElement ? [element.parentElement, ...ancestors(element.parentElement)] : [];
}

function nameOf(element: HTMLElement): string {
  const labels = "labels" in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
  const by =
    element
      .getAttribute("aria-labelledby")
      ?.split(" ")
      .map((id) => document.getElementById(id)) ?? [];
  const texts = [...labels, ...by].map((one) => one?.textContent ?? "");
  return [
    element.getAttribute("aria-label") ?? "",
    ...texts,
    element.tagName === "BUTTON" ? element.textContent : "",
  ]
    .join("")
    .trim();
}

describe.each(MODULES)("the form of $name", (definition) => {
  const { example, answer } = exampleOf(definition);

  it("has a named control for every field, and every control a name", async () => {
    open(definition, answer);
    const form = await formOf(definition);
    for (const { name, label } of definition.fields) {
      const found = [
        ...screen.queryAllByLabelText(label),
        ...form.querySelectorAll(`[data-field^="${name}."]`),
      ];
      expect(found.length, `a control of ${name}, named ${label}`).toBeGreaterThan(0);
    }
    const controls = [...form.querySelectorAll<HTMLElement>("input, select, textarea, button")];
    expect(controls.filter((control) => nameOf(control) === "")).toEqual([]);
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it("keeps Save off as long as nothing changed", async () => {
    open(definition, answer);
    await formOf(definition);
    expect(save().getAttribute("aria-disabled")).toBe("true");
    expect(describedBy(save())).toContain("Nothing changed");
  });

  it("opens for a module that is not set", async () => {
    open(definition, null);
    await formOf(definition);
    expect(screen.getByText("Not set")).toBeDefined();
    expect(save().getAttribute("aria-disabled")).toBeNull();
  });

  const places = [
    ...definition.fields.map(({ name }) => [name]),
    ...placesIn(example).filter((path) => path.length > 1),
  ];
  it("shows and focuses every issue of the service at its field", async () => {
    let issue: Issue = { path: [], message: "" };
    const { user } = open(definition, answer, () => [issue]);
    await formOf(definition);
    const [field] = definition.fields.filter(({ name }) => name === "enabled");
    await user.click(screen.getByLabelText(field?.label ?? "enabled"));
    for (const path of places) {
      const message = `“${path.join("/")}” is wrong.`;
      issue = { path, message };
      save().focus();
      await user.click(save());
      await waitFor(() => expect(describedBy(document.activeElement ?? document.body)).toContain(message));
      expect(save().contains(document.activeElement)).toBe(false);
      expect(screen.queryByText(/could not be saved|Can’t save|operation/i)).toBeNull();
    }
  });
});
