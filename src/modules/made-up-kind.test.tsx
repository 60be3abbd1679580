import { screen } from "@testing-library/react";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import type { ModuleContract } from "#contract/modules/module-contract.ts";
import type { TestService } from "#testing/service.ts";

let service: TestService;
let madeUp: Awaited<ReturnType<typeof makeUp>>;

/**
 * Adds a kind of which nobody has heard to the two lists, before anything is made from them. Modules are loaded anew for
 * it, and again for who comes after.
 */
async function makeUp() {
  vi.resetModules();
  const { MODULE_CONTRACTS } = await import("#contract/modules/contracts.ts");
  const { contract } = await import("#contract/modules/module-contract.ts");
  const { Enabled, EnabledAnswer } = await import("#contract/modules/fields.ts");
  const madeUpLimit = contract({
    kind: "made_up_limit",
    owners: ["route"],
    title: "Made-up limit",
    purpose: "Refuse whoever asks too often",
    role: "guard",
    group: "Security",
    readsTraffic: true,
    request: z
      .strictObject({
        enabled: Enabled,
        requests: z.int().check(z.gte(1), z.lte(1000)),
        per_seconds: z.int().check(z.gte(1), z.lte(60)),
      })
      .check(
        z.refine(({ requests, per_seconds }) => requests >= per_seconds, {
          path: ["requests"],
          error: "must be at least one a second",
        }),
      ),
    answer: z.looseObject({ enabled: EnabledAnswer, requests: z.number(), per_seconds: z.number() }),
    example: { enabled: true, requests: 100, per_seconds: 10 },
  });
  (MODULE_CONTRACTS as unknown as unknown[]).push(madeUpLimit);

  const { MODULES } = await import("./registry.ts");
  const { defineModule } = await import("./define-module.ts");
  const { numberCodec } = await import("#editing/codecs/codec.ts");
  const fields = await import("#forms/fields.tsx");
  const count = (name: string, label: string) => ({
    name,
    label,
    codec: numberCodec("integer"),
    show: String,
  });
  const definition = defineModule({
    contract: madeUpLimit,
    switch: { on: "who asks too often is refused" },
    fields: [count("requests", "Requests"), count("per_seconds", "Seconds")],
    summary: () => "Limits requests",
    Fields: () => (
      <>
        <fields.NumberField name="requests" label="Requests" kind="integer" />
        <fields.NumberField name="per_seconds" label="Seconds" kind="integer" />
      </>
    ),
  });
  (MODULES as unknown[]).push(definition);
  return {
    contract: madeUpLimit as unknown as ModuleContract,
    ...(await import("#testing/service.ts")),
    ...(await import("#testing/edited-module.tsx")),
    ...(await import("#testing/module-arbitraries.ts")),
    ...(await import("#api/connection.ts")),
    ...(await import("./lint/lint.ts")),
  };
}

beforeAll(async () => {
  madeUp = await makeUp();
  service = await madeUp.startTestService();
});
afterAll(async () => {
  madeUp.forgetConnection();
  await service.close();
  vi.resetModules();
});

const call = async (method: string, path: string, body?: object) => {
  const headers = {
    authorization: `Bearer ${service.key}`,
    "service-version": "2",
    "content-type": "application/json",
  };
  const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
  const answer = await fetch(`${service.origin}/api${path}`, init);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

it("a made-up kind needs a contract, a definition and a line in each list: the service takes, checks, shows and documents it", async () => {
  const edge = await call("POST", "/edges/https", {});
  const limit = { requests: 100, per_seconds: 10 };
  const routes = `/edges/https/${String(edge.body["id"])}/routes`;
  const route = { match_type: "path_prefix", match: "/", made_up_limit: limit };
  const made = await call("POST", routes, route);
  expect(made).toMatchObject({
    status: 201,
    body: { made_up_limit: { enabled: true, ...limit }, oauth: null },
  });
  const path = `${routes}/${String(made.body["id"])}`;
  const slow = { requests: 1, per_seconds: 10 };
  for (const [method, at, body, place] of [
    ["PUT", `${path}/made_up_limit`, slow, ["requests"]],
    ["PATCH", path, { made_up_limit: slow }, ["made_up_limit", "requests"]],
  ] as const) {
    const { status, body: refused } = await call(method, at, body);
    expect(status).toBe(400);
    const { issues } = refused["details"] as { issues: string };
    expect(JSON.parse(issues)).toEqual([{ path: place, message: "must be at least one a second" }]);
  }
  expect(await call("PUT", `${path}/made_up_limit`, { enabled: false, ...limit })).toMatchObject({
    status: 200,
    body: { enabled: false, ...limit },
  });
  expect((await call("GET", path)).body["made_up_limit"]).toEqual({ enabled: false, ...limit });

  const { paths, components } = (await call("GET", "/openapi.json")).body as Record<string, object>;
  const at = "/edges/https/{edge_id}/routes/{id}/made_up_limit";
  expect(paths).toMatchObject({ [at]: { put: { operationId: "HttpsEdgeRouteMadeUpLimitReplace" } } });
  expect(components).toMatchObject({
    schemas: {
      MadeUpLimitRequest: { required: ["requests", "per_seconds"] },
      Route: { properties: { made_up_limit: {} } },
      RouteCreate: { properties: { made_up_limit: {} } },
    },
  });
});

it("the console edits it: form, contract, request, undo and lint", async () => {
  const module = await madeUp.editedModule(service, "made_up_limit" as never);
  await module.put({ requests: 100, per_seconds: 10 });
  const { user } = await module.open();
  const requests = await screen.findByLabelText<HTMLInputElement>("Requests");
  expect(requests.value).toBe("100");
  expect(screen.getByText("On: who asks too often is refused")).toBeDefined();
  const save = screen.getByRole("button", { name: "Save" });
  expect(save.getAttribute("aria-disabled")).toBe("true");
  await user.clear(requests);
  await user.type(requests, "5");
  await user.click(save);
  expect(await screen.findByText("Must be at least one a second.")).toBeDefined();
  await user.type(requests, "0");
  await user.click(save);
  expect(await screen.findByText(/ saved on /, { selector: "output span" })).toBeDefined();
  expect(await module.get()).toEqual({ enabled: true, requests: 50, per_seconds: 10 });

  const off = {
    owner: "route",
    id: "r",
    modules: { backend: { backend_id: "bkdtg_1" }, made_up_limit: { enabled: false } },
  } as const;
  expect(madeUp.lint(off).map(({ title }) => title)).toEqual(["Made-up limit is off"]);
});

it("its requests are made from its schema, within its rule across fields", () => {
  fc.assert(
    fc.property(madeUp.requestsOf(madeUp.contract), (request) => {
      expect(madeUp.contract.request.safeParse(request).error?.issues).toBeUndefined();
    }),
  );
  const samples = fc.sample(madeUp.requestsOf(madeUp.contract), 50);
  expect(new Set(samples.map(({ requests }) => requests)).size).toBeGreaterThan(5);
});
