import { manyEvents } from "../../scripts/bench/kit/many-events.mjs";
import { connect } from "../fixtures/console.ts";
import { expectSound } from "../fixtures/look.ts";
import { filterEditor, withManyEvents } from "../fixtures/pasted-events.ts";
import { expect, test } from "../fixtures/test.ts";

const FILTER = 'ev.conn.server_port == 443 && ev.conn.client_ip.startsWith("203.0.1")';
const FAULT = { error_code: "ERR_GATEHOUSE_9005", status_code: 500, msg: "The service failed." };

test("/events/filters: loading, error, empty, suggestions, a wrong filter and a result, sound in each", async ({
  page,
  proxiedEmpty: proxied,
}) => {
  const editor = filterEditor(page);
  const traffic = /^\/api\/traffic\?/;
  proxied.faults.inject(traffic, { kind: "hold" }, "GET");
  await connect(page, proxied);
  await page.goto(`${proxied.origin}/events`);
  await page.getByRole("link", { name: "Try a filter" }).click();
  await expect(page.getByText("Loading events…")).toBeVisible();
  await expectSound(page, "loading");
  proxied.faults.clear();
  await expect(page.getByText("No events of this type yet.")).toBeVisible();
  await expectSound(page, "empty");
  proxied.faults.inject(traffic, { kind: "answer", status: 500, body: JSON.stringify(FAULT) }, "GET");
  await page.getByText("tcp_connection_closed.v0").click();
  await expect(page.getByText("The service failed.", { exact: true })).toBeVisible();
  await page.getByText("Details", { exact: true }).click();
  await expect(page.getByText("Status 500", { exact: true })).toBeVisible();
  proxied.faults.clear();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No events of this type yet.")).toBeVisible();
  await page.getByText("http_request_complete.v0").click();

  await page.getByText("Pasted", { exact: true }).click();
  await page.getByLabel("Events to paste").fill(`${manyEvents(40)}\nnot an event`);
  await expect(page.getByText("40 of 40")).toBeVisible();
  await expect(page.getByText(/^Line 41 can’t be read as JSON/)).toBeVisible();
  await editor.pressSequentially("ip");
  await expect(page.getByRole("option", { name: "ev.conn.client_ip" })).toBeVisible();
  await expectSound(page, "suggestions");
  await editor.press("Enter");
  await expect(editor).toHaveValue("ev.conn.client_ip");
  await expect(page.getByText("The filter must be true or false.")).toBeVisible();
  await expectSound(page, "wrong filter");
  await editor.fill("ev.conn.server_port == 80");
  await expect(page.getByText("14 of 40")).toBeVisible();
  await expect(page.getByText("Part 1 is false: conn.server_port is 443").first()).toBeVisible();
  await page.getByText("What is kept").first().click();
  await page.getByLabel("Name of the filter").fill("Plain HTTP");
  await page.getByRole("button", { name: "Save filter" }).click();
  await page.getByText("Choose fields").click();
  await expectSound(page, "full", { every: true });

  await expect(page).toHaveURL(/filter=ev\.conn\.server_port/);
  await page.reload();
  await expect(editor).toHaveValue("ev.conn.server_port == 80");
  await expect(page.getByRole("button", { name: "Plain HTTP", exact: true })).toBeVisible();
});

// Law: no key waits for a filter, and none is lost, however many events there are.
test("every character arrives while 50,000 events are filtered", async ({ page, emptyService: service }) => {
  await withManyEvents(page, service, async (editor) => {
    await editor.pressSequentially(FILTER);
    await expect(editor).toHaveValue(FILTER);
    // Port 443 are two of three, addresses 203.0.1.* and 203.0.1xx.*.
    await expect(page.getByText("18,145 of 50,000")).toBeVisible();
    await expect(page).toHaveURL(/startsWith/);
    await expect(editor).toHaveValue(FILTER);
  });
});
