import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { forgetConnection } from "#api/connection.ts";
import { CircuitBreaker } from "#contract/modules/circuit-breaker.ts";
import { freshRoute } from "#testing/edited-module.tsx";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";
import { ModulePage } from "./module-page.tsx";

const stored = {
  enabled: true,
  tripped_duration: 30,
  rolling_window: 10,
  num_buckets: 10,
  volume_threshold: 20,
  error_threshold_percentage: 0.5,
};
let service: TestService;
let routePath: string;
let path: string;
let owner: Awaited<ReturnType<typeof freshRoute>>["owner"];

beforeAll(async () => {
  service = await startTestService();
  // What loads when it is first needed, so that no wait in a test is for a build.
  await Promise.all([
    import("#editing/json-tab.tsx"),
    import("#editing/diff-tab.tsx"),
    import("../circuit-breaker/fields.tsx"),
    import("#forms/leave-dialog.tsx"),
    import("#components/copy-as-texts.ts"),
  ]);
});
afterAll(() => service.close());
afterEach(forgetConnection);
beforeEach(async () => {
  ({ owner, path: routePath } = await freshRoute(service));
  path = `${routePath}/circuit_breaker`;
});

const put = (body: unknown) => request({ method: "PUT", path, body, answer: CircuitBreaker });
const get = () => request({ method: "GET", path, answer: CircuitBreaker });

function open(search = "") {
  const element = (
    <ModulePage
      owner={owner}
      wire="circuit_breaker"
      place="app.example.com/"
      ownerName="route"
      ownerHref="/route"
      crumbs={[]}
      absent={<p>No such route</p>}
    />
  );
  return renderInApp(null, {
    path: `/module${search}`,
    routes: [
      { path: "/module", element },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
  });
}
const tab = (name: RegExp) => screen.findByRole("tab", { name });
const json = () => screen.findByLabelText<HTMLTextAreaElement>("Circuit breaker as JSON");
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const save = () => screen.getByRole("button", { name: /^Save/ });
const toast = (text: string | RegExp) => screen.findByText(text, { selector: "output span" });
const typeJson = (area: HTMLElement, value: string) => fireEvent.change(area, { target: { value } });

describe("form, JSON and diff", () => {
  it("are one draft: JSON fills the form, the form writes the JSON, the diff shows both", async () => {
    await put(stored);
    const { user, router } = open("?tab=json");
    const area = await json();
    expect(JSON.parse(area.value)).toEqual(stored);
    typeJson(area, JSON.stringify({ ...stored, num_buckets: 20 }));
    expect(save().getAttribute("aria-disabled")).toBeNull();
    await user.click(await tab(/^Form/));
    expect(router.state.location.search).toBe("");
    expect((await field("Buckets")).value).toBe("20");
    await user.type(await field("Volume threshold"), "0");
    await user.click(await tab(/^Diff/));
    expect(router.state.location.search).toBe("?tab=diff");
    const sent = within(await screen.findByRole("region", { name: "What will be sent" }));
    expect(sent.getByText(`PUT ${path}`)).toBeDefined();
    const marked = sent.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(marked.filter((line) => /removed|added/.test(line ?? "")).toSorted()).toEqual([
      '5+added:   "num_buckets": 20,',
      '5−removed:   "num_buckets": 10,',
      '6+added:   "volume_threshold": 200,',
      '6−removed:   "volume_threshold": 20,',
    ]);
    await user.click(save());
    await toast(/ saved on /);
    expect(await get()).toEqual({ ...stored, num_buckets: 20, volume_threshold: 200 });
    await user.click(await tab(/^JSON/));
    expect(JSON.parse((await json()).value)).toMatchObject({ num_buckets: 20, volume_threshold: 200 });
  });

  it("lead from what changed to what Save will send", async () => {
    await put(stored);
    const { user, router } = open();
    const review = () => screen.queryByRole("button", { name: /^Review diff/ });
    await user.type(await field("Buckets"), "0");
    await user.type(await field("Volume threshold"), "0");
    expect(review()?.textContent).toBe("Review diff2 changes");
    await user.click(review() ?? document.body);
    expect(router.state.location.search).toBe("?tab=diff");
    await screen.findByRole("region", { name: "What will be sent" });
    expect((await tab(/^Diff/)).getAttribute("aria-selected")).toBe("true");
    expect(document.activeElement).toBe(await tab(/^Diff/));
    expect(review()).toBeNull();
    await user.click(screen.getByRole("button", { name: "Discard" }));
    await user.click(await tab(/^Form/));
    expect(review()).toBeNull();
  });

  it("keep JSON that can’t be used, say where, and save nothing of it", async () => {
    await put(stored);
    const { user, router } = open("?tab=json");
    typeJson(await json(), '{\n  "num_buckets": 129\n}');
    expect(await screen.findByText("num_buckets: must be at most 128.")).toBeDefined();
    // Cause: "Nothing changed" stood over JSON that was not finished, though leaving asks about it. Law: what is said of a draft is true.
    expect(screen.getByText("Unfinished JSON")).toBeDefined();
    expect(screen.queryByText("Nothing changed")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Line 2, column 18" }));
    expect((await json()).selectionStart).toBe(19);
    expect(save().getAttribute("aria-disabled")).toBe("true");
    await user.click(await tab(/^Form/));
    expect((await field("Buckets")).value).toBe("10");
    expect(screen.getByText(/^The JSON has a mistake/)).toBeDefined();
    void router.navigate("/keys");
    await user.click(await screen.findByRole("button", { name: "Stay" }));
    await user.click(screen.getByRole("button", { name: "Open JSON" }));
    const area = await json();
    expect(area.value).toBe('{\n  "num_buckets": 129\n}');
    typeJson(area, '{"enabled":true,"enabled":false}');
    expect(screen.getByText('"enabled" appears twice.')).toBeDefined();
    typeJson(area, JSON.stringify(stored));
    expect(screen.queryByRole("button", { name: /^Line/ })).toBeNull();
    expect(save().getAttribute("aria-disabled")).toBe("true");
    expect(await get()).toEqual(stored);
  });

  // Cause: what was typed in the form while the JSON was broken went when the JSON was mended. Law: nothing typed is lost: one
  // side is edited at a time, the broken text stays until it is mended or discarded, and so do the edits before it.
  it("let the form wait for broken JSON, which is mended or discarded", async () => {
    await put(stored);
    const { user } = open();
    await user.type(await field("Volume threshold"), "0");
    await user.click(await tab(/^JSON/));
    typeJson(await json(), (await json()).value.replace('"num_buckets": 10', '"num_buckets": '));
    await user.click(await tab(/^Form/));
    await user.type(await field("Buckets"), "0");
    expect((await field("Buckets")).value).toBe("10");
    await user.click(screen.getByRole("button", { name: "Open JSON" }));
    typeJson(await json(), (await json()).value.replace('"num_buckets": ', '"num_buckets": 12'));
    await user.click(await tab(/^Form/));
    expect((await field("Buckets")).value).toBe("12");
    expect((await field("Volume threshold")).value).toBe("200");
    await user.click(await tab(/^JSON/));
    typeJson(await json(), "{");
    await user.click(await tab(/^Form/));
    await user.click(screen.getByRole("button", { name: "Discard it" }));
    await user.type(await field("Buckets"), "0");
    await user.click(save());
    await toast(/ saved on /);
    expect(await get()).toEqual({ ...stored, num_buckets: 120, volume_threshold: 200 });
  });

  it("send a field that JSON left out as left out, and keep it so", async () => {
    await put({ ...stored, num_buckets: 20 });
    const { user } = open("?tab=json");
    const { num_buckets: _, ...rest } = stored;
    typeJson(await json(), JSON.stringify(rest));
    await user.click(save());
    await toast(/ saved on /);
    expect(await get()).toEqual(stored);
  });

  it("go to the field at fault when the diff is saved", async () => {
    await put(stored);
    const { user } = open();
    await user.type(await field("Buckets"), "99");
    await user.click(await tab(/^Diff/));
    await user.click(save());
    await waitFor(async () => expect(document.activeElement).toBe(await field("Buckets")));
    expect((await field("Buckets")).getAttribute("aria-invalid")).toBe("true");
    expect(await get()).toEqual(stored);
  });

  it("a link to a field moves the focus there", async () => {
    await put(stored);
    open("?field=rolling_window");
    await waitFor(async () => expect(document.activeElement).toBe(await field("Rolling window")));
  });
});

describe("on and off in one click", () => {
  it("changes that alone, keeps the draft and what others changed, and is undone", async () => {
    await put(stored);
    const { user } = open();
    await user.type(await field("Buckets"), "0");
    await put({ ...stored, volume_threshold: 7 });
    await user.click(screen.getByRole("button", { name: "Turn off" }));
    await toast(/^Turned off .* on /);
    expect(await get()).toEqual({ ...stored, volume_threshold: 7, enabled: false });
    expect((await field("Buckets")).value).toBe("100");
    expect(screen.getByText("1 change")).toBeDefined();
    await user.click(save());
    await toast(/ saved on .*\. Kept changes from elsewhere: Volume threshold$/);
    expect(await get()).toEqual({ ...stored, volume_threshold: 7, enabled: false, num_buckets: 100 });
    await user.click(screen.getByRole("button", { name: "Turn on" }));
    await toast(/^Turned on .* on /);
    await user.click(screen.getAllByRole("button", { name: "Undo" }).at(-1) ?? document.body);
    await toast(/^Undone: /);
    expect(await get()).toMatchObject({ enabled: false });
    expect(await screen.findByRole("button", { name: "Turn on" })).toBeDefined();
  });

  it("says when somebody else was first", async () => {
    await put(stored);
    const { user } = open();
    await field("Buckets");
    await put({ ...stored, enabled: false });
    await user.click(screen.getByRole("button", { name: "Turn off" }));
    await toast("Circuit breaker is already off");
    expect(screen.getByRole("button", { name: "Turn on" })).toBeDefined();
  });
});

describe("what it was", () => {
  it("fills the draft again, as it was when it was opened, and sends nothing", async () => {
    await put(stored);
    const { user } = open();
    await user.type(await field("Buckets"), "0{Enter}");
    await toast(/ saved on /);
    await user.click(screen.getByRole("button", { name: "Restore Circuit breaker" }));
    await user.click(await screen.findByRole("menuitem", { name: /^When opened, / }));
    expect((await field("Buckets")).value).toBe("10");
    expect(screen.getByText("1 change")).toBeDefined();
    expect(await get()).toMatchObject({ num_buckets: 100 });
  });
});

// Cause: the menu named times alone, so a module was turned off by choosing one. Law: a choice says what it does.
it("what it was says where it was off", async () => {
  await put({ ...stored, enabled: false });
  const { user } = open();
  await user.type(await field("Buckets"), "0");
  await user.click(screen.getByRole("button", { name: "Restore Circuit breaker" }));
  expect(await screen.findByRole("menuitem", { name: /^When opened, .*, off$/ })).toBeDefined();
});

// Cause: with the first edit a button came among those of the page, which wrapped, and the form moved away under the hand. Law: what comes
// with an edit moves nothing.
it("offers what it was beside the tabs, and leaves the buttons of the page as they are", async () => {
  await put(stored);
  const { user } = open();
  const buckets = await field("Buckets");
  const row = () => screen.getByRole("button", { name: "Copy as" }).closest("main > div");
  const before = row()?.textContent;
  await user.type(buckets, "0");
  const restore = screen.getByRole("button", { name: "Restore Circuit breaker" });
  expect(screen.getByRole("tablist").parentElement?.contains(restore)).toBe(true);
  expect(row()?.textContent).toBe(before);
});

describe("copy as", () => {
  it("takes the pending change as a command, the key a placeholder", async () => {
    await put(stored);
    const { user } = open();
    await user.type(await field("Buckets"), "0");
    await user.click(screen.getByRole("button", { name: "Copy as" }));
    await user.click(await screen.findByRole("menuitem", { name: "cURL" }));
    await toast("Copied as cURL. Set GATEHOUSE_API_KEY to your key.");
    const command = await navigator.clipboard.readText();
    expect(command).toContain(`curl -X PUT ${service.origin}/api${path}`);
    expect(command).toContain('"num_buckets":100');
    expect(command).not.toContain(service.key);
  });
});

describe("a route deleted while its module is edited", () => {
  // Cause: a page that found its resource gone showed that alone, and the form with it went. Law: edits are never lost.
  it("keeps the draft and says so", async () => {
    await put(stored);
    const { user, client } = open();
    await user.type(await field("Buckets"), "0");
    await request({ method: "DELETE", path: routePath });
    await client.invalidateQueries();
    expect(await screen.findByText(/^The route and this module were deleted elsewhere/)).toBeDefined();
    expect((await field("Buckets")).value).toBe("100");
    await user.click(save());
    expect(await screen.findByText(/Could not save the circuit breaker/)).toBeDefined();
    expect((await field("Buckets")).value).toBe("100");

    // Cause: that error stayed while its reader went on. Law: it goes with the next edit, and comes back if it still holds.
    await user.type(await field("Buckets"), "{Backspace}5");
    expect(screen.queryByText(/Could not save the circuit breaker/)).toBeNull();
    await user.click(save());
    await screen.findByText(/Could not save the circuit breaker/);
  });
});
