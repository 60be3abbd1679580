import { screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { contract } from "#contract/modules/module-contract.ts";
import { NumberField } from "#forms/fields.tsx";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { numberCodec } from "#editing/codecs/codec.ts";
import { defineModule } from "./define-module.ts";
import { ModulePage } from "./editor/module-page.tsx";

/** What the wire says of it. */
const teapotContract = contract({
  request: z.strictObject({ cups: z.number().check(z.lte(8, "must be at most 8 cups")) }),
  answer: z.looseObject({ cups: z.number() }),
  toAnswer: ({ cups }) => ({ cups }),
  example: { cups: 4 },
});
/** The two files of a kind of which nothing else in this console has heard. */
const teapot = defineModule({
  kind: "teapot",
  title: "Teapot",
  purpose: "Make tea",
  owners: ["route"],
  contract: teapotContract,
  defaults: { cups: 2 },
  summary: () => "Makes tea",
  fields: [
    { name: "cups", label: "Cups", codec: numberCodec("integer"), show: (cups) => `${String(cups)} cups` },
  ],
  Fields: () => <NumberField name="cups" label="Cups" kind="integer" />,
});
/** Its line in the registry. */
vi.mock("./registry.ts", () => ({ moduleOf: () => teapot }));

let server: Awaited<ReturnType<typeof startFaultServer>>;
let stored = { cups: 4, lid: true };
beforeAll(async () => {
  server = await startFaultServer((request, response) => {
    if (request.method === "PUT") stored = { ...stored, cups: 7 };
    json(200, stored)(request, response);
  });
});
afterAll(() => server.close());
afterEach(forgetConnection);

it("a made-up fifteenth kind needs a contract, two files and a registry line", async () => {
  setConnection({ baseUrl: server.origin, key: "k", versionHeader: "Service-Version" }, { remember: false });
  const { user } = renderInApp(
    <ModulePage
      owner={{ owner: "route", edgeId: "edghts_1", routeId: "edghtsrt_1" }}
      wire="teapot"
      place="app.example.com"
      ownerName="route"
      ownerHref="/"
      crumbs={[]}
      absent={null}
    />,
  );
  const cups = await screen.findByLabelText<HTMLInputElement>("Cups");
  expect(cups.value).toBe("4");
  const save = screen.getByRole("button", { name: "Save" });
  expect(save.getAttribute("aria-disabled")).toBe("true");
  await user.type(cups, "{Backspace}9");
  await user.click(save);
  expect(await screen.findByText("Must be at most 8 cups.")).toBeDefined();
  await user.type(cups, "{Backspace}7");
  expect(screen.getByText("7 cups")).toBeDefined();
  await user.click(save);
  expect(await screen.findByText("Saved.", { selector: "output span" })).toBeDefined();
  const sent = server.seen.filter(({ method }) => method === "PUT");
  expect(sent.map(({ url, body }) => [url, JSON.parse(body) as unknown])).toEqual([
    ["/edges/https/edghts_1/routes/edghtsrt_1/teapot", { cups: 7, lid: true }],
  ]);
});
