import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { request } from "#api/client.ts";
import { forgetConnection } from "#api/connection.ts";
import type { JsonObject } from "#forms/json.ts";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";
import { ModulePage } from "./module-page.tsx";

let service: TestService;
let owner: Awaited<ReturnType<typeof freshRoute>>["owner"];
let routePath: string;

beforeAll(async () => {
  service = await startTestService();
  await Promise.all([import("#editing/conflict-dialog.tsx"), import("#editing/diff-tab.tsx")]);
});
afterAll(() => service.close());
afterEach(forgetConnection);
beforeEach(async () => {
  ({ owner, path: routePath } = await freshRoute(service));
});

const Answer = z.looseObject({});
const put = (kind: string, body: unknown) =>
  request({ method: "PUT", path: `${routePath}/${kind}`, body, answer: Answer });
const get = (kind: string) => request({ method: "GET", path: `${routePath}/${kind}`, answer: Answer });

function open(wire: string, modules: JsonObject = {}) {
  return renderInApp(
    <ModulePage
      owner={owner}
      wire={wire}
      place="app.example.com/"
      ownerName="route"
      ownerHref="/route"
      crumbs={[]}
      shown={{ modules }}
      absent={null}
    />,
  );
}
const storedSecret = async () => {
  const { value } = await service.db
    .selectFrom("modules")
    .select("value")
    .where("owner_id", "=", owner.routeId)
    .where("kind", "=", "webhook_verification")
    .executeTakeFirstOrThrow();
  return (JSON.parse(value) as JsonObject)["secret"];
};
const save = () => screen.getByRole("button", { name: /^Save$/ });
const toast = (text: string | RegExp) => screen.findByText(text, { selector: "output span" });

describe("on and off", () => {
  const breaker = { enabled: true, tripped_duration: 30, rolling_window: 10, num_buckets: 10 };

  // Cause: the undo of Turn off left a form with unsaved changes at "Off", so the next save took the undo back unseen.
  // Law: nothing may be guessed or surprising.
  it("an undo moves a form with unsaved changes along, and keeps these", async () => {
    await put("circuit_breaker", breaker);
    const { user } = open("circuit_breaker");
    await user.type(await screen.findByLabelText("Buckets"), "0");
    await user.click(screen.getByRole("button", { name: "Turn off" }));
    await toast(/^Turned off .* on /);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await toast(/^Undone: /);
    expect(await screen.findByRole("button", { name: "Turn off" })).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>("Apply to traffic").checked).toBe(true);
    expect(screen.queryByText(/^It was changed elsewhere/)).toBeNull();
    expect(screen.getByText("1 change")).toBeDefined();
    await user.click(save());
    await toast(/ saved on /);
    expect(await get("circuit_breaker")).toMatchObject({ ...breaker, num_buckets: 100 });
  });
});

describe("two sides that clash", () => {
  const policies = (status_code: number) => ({
    enabled: true,
    inbound: [
      { name: "a", expressions: ["true"], actions: [{ type: "custom-response", config: { status_code } }] },
    ],
  });

  // Cause: both sides read "1 rule: a (custom-response)". Law: the first of two loses nothing, so he must see what
  // he chooses between.
  it("never read alike, and the choice is what is written", async () => {
    await put("policies", policies(405));
    const { user } = open("policies");
    const config = await screen.findByLabelText<HTMLTextAreaElement>(/^Config/);
    await user.clear(config);
    await user.click(config);
    await user.paste('{"status_code":418}');
    const changes = screen.getByRole("region", { name: /^Your changes/ });
    expect(changes.textContent).toMatch(/status_code: 405.*status_code: 418/);
    await put("policies", policies(499));
    await user.click(save());
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/^was .*status_code: 405$/)).toBeDefined();
    expect(dialog.getByLabelText(/^Yours.*status_code: 418$/)).toBeDefined();
    await user.click(dialog.getByLabelText(/^Theirs.*status_code: 499$/));
    await user.click(dialog.getByRole("button", { name: "Save merged" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await get("policies")).toMatchObject(policies(499));
  });

  // Cause: the merge compared header names with their case, so X-Q beside somebody else's x-q was sent and refused at a
  // field that the form did not have. Law: names of headers are one in any case.
  it("are asked about one header in two spellings", async () => {
    await put("request_headers", { enabled: true, add: { "x-other": "1" } });
    const { user } = open("request_headers");
    await user.click(await screen.findByRole("button", { name: "Add header" }));
    const names = screen.getAllByLabelText(/: name$/i);
    await user.type(names.at(-1) ?? document.body, "X-Q");
    await user.type(screen.getAllByLabelText(/: value$/i).at(-1) ?? document.body, "mine");
    await put("request_headers", { enabled: true, add: { "x-other": "1", "x-q": "theirs" } });
    await user.click(save());
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("1 conflict")).toBeDefined();
    expect(dialog.getByLabelText(/^Theirs.*theirs/)).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Save merged" }));
    await toast(/ saved on /);
    expect(await get("request_headers")).toMatchObject({ add: { "x-other": "1", "x-q": "mine" } });
  });
});

describe("what contradicts another module", () => {
  // Cause: a finding about two modules was shown in the editor of the second alone. Law: contradictions across
  // modules are findings with the reason.
  it("is told in the editor of either", async () => {
    const { user } = open("oauth", { webhook_verification: { enabled: true, provider: "github" } });
    await user.click(await screen.findByRole("radio", { name: "Google" }));
    expect(await screen.findAllByText(/^Webhooks can’t pass OAuth\./)).toHaveLength(2);
  });
});

describe("a secret that was typed in this visit", () => {
  // Cause: Undo wrote back what had been read, without the secret, so a removal was lost for good and a replaced secret
  // stayed replaced. Law: nothing may be lost; what was typed in this visit is known.
  it("comes back with an undo of its replacement and of the removal", async () => {
    const { user } = open("webhook_verification");
    await user.type(await screen.findByRole("combobox", { name: "Provider" }), "github");
    const secret = () => screen.getByLabelText("Secret", { selector: "input" });
    await user.type(secret(), "first one");
    await user.click(save());
    await toast(/ saved on /);
    const before = await storedSecret();
    expect(before).toBe("first one");
    await user.click(await screen.findByRole("radio", { name: "Replace" }));
    await user.type(secret(), "second one");
    await user.click(save());
    await waitFor(async () => expect(await storedSecret()).toBe("second one"));
    await screen.findAllByText("Nothing changed");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await toast(/^Undone: /);
    expect(await storedSecret()).toEqual(before);
    await user.click(screen.getByRole("button", { name: /^Remove…/ }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText(/You can undo this right after/);
    await user.click(dialog.getByRole("button", { name: /^Remove [A-Z]/ }));
    await toast(/ removed from /);
    const undos = screen.getAllByRole("button", { name: "Undo" });
    await user.click(undos.at(-1) ?? document.body);
    await toast(/^Undone: /);
    expect(await storedSecret()).toEqual(before);
  });
});
