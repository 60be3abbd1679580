import { call } from "../fixtures/api.ts";
import { connect } from "../fixtures/console.ts";
import { addSessions } from "../fixtures/many-sessions.ts";
import { open, options } from "../fixtures/palette.ts";
import { removeData, startService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

// A trace takes a picture of every frame: what is measured would be the tracing.
test.use({ trace: "off" });
test.setTimeout(300_000);

const COUNT = 100_000;
const KEY_MS = 50;
const ROUNDS = 3;
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

test("100 000 sessions: a key in the palette is painted within 50 ms", async ({ page }) => {
  const service = await startService({ demo: 2 });
  await expect
    .poll(
      async () =>
        (await call<{ tunnel_sessions: object[] }>(service, "GET /tunnel_sessions")).body.tunnel_sessions
          .length,
    )
    .toBe(2);
  addSessions(service, COUNT);
  await connect(page, service);
  await expect(page.getByText("100\u202f002 online", { exact: true })).toBeVisible({ timeout: 240_000 });
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === "input") times.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const rounds: number[][] = [];
  while (rounds.length < ROUNDS && !rounds.some((times) => median(times) <= KEY_MS)) {
    await open(page, "agent-");
    await expect(page.getByText("99\u202f975 more: type more to narrow")).toBeVisible();
    await page.evaluate(() => (window as unknown as { times: number[] }).times.splice(0));
    for (const key of "099905") {
      await page.keyboard.press(key);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
    }
    await expect(options(page).first()).toContainText("agent-099905");
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
    rounds.push(await page.evaluate(() => [...(window as unknown as { times: number[] }).times]));
    await page.keyboard.press("Escape");
  }
  console.log(JSON.stringify({ rows: COUNT, rounds }));
  expect(
    rounds.some((times) => times.length > 0 && median(times) <= KEY_MS),
    JSON.stringify(rounds),
  ).toBe(true);
  await service.end();
  await removeData(service.data);
});
