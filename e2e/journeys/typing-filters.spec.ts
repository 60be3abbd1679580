import { longestTask } from "../../scripts/bench/kit/longest-task.mjs";
import { withManyEvents } from "../fixtures/pasted-events.ts";
import { expect, test } from "../fixtures/test.ts";

// A trace takes a picture of every frame: what is measured would be the tracing.
test.use({ trace: "off" });

const FILTER = 'ev.conn.server_port == 443 && size(ev.conn.client_ip) > 9 && ev.conn.server_name != "x"';
/** Of the main thread's own CPU; other work only ever makes it more, so one good round of three proves it. */
const TASK_MS = 50;
const ROUNDS = 3;

test("no task of the page takes 50 ms while a filter of 50,000 events is typed", async ({
  page,
  emptyService: service,
}) => {
  await withManyEvents(page, service, async (editor) => {
    const rounds: number[] = [];
    while (rounds.length < ROUNDS && !rounds.some((ms) => ms < TASK_MS)) {
      await editor.fill("");
      rounds.push(
        await longestTask(page, async () => {
          await editor.pressSequentially(FILTER);
          await expect(editor).toHaveValue(FILTER);
          await expect(page.getByText("33,267 of 50,000")).toBeVisible();
        }),
      );
    }
    console.log(JSON.stringify({ typing: "50,000 events", longestTaskMs: rounds }));
    expect(Math.min(...rounds)).toBeLessThan(TASK_MS);
  });
});
