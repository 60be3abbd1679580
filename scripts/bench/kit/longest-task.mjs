/**
 * CPU milliseconds of the longest task of the page's main thread during `act`: what other processes do does not count.
 * @param {import("@playwright/test").Page} page @param {() => Promise<unknown>} act
 */
export async function longestTask(page, act) {
  const devtools = await page.context().newCDPSession(page);
  /** @typedef {{ name: string, tdur?: number, tid: number, args: { name?: string } }} Traced */
  /** @type {Traced[]} */
  const events = [];
  devtools.on("Tracing.dataCollected", ({ value }) =>
    events.push(.../** @type {Traced[]} */ (/** @type {unknown} */ (value))),
  );
  await devtools.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel", "__metadata"] } });
  await act();
  const complete = new Promise((done) => devtools.once("Tracing.tracingComplete", done));
  await devtools.send("Tracing.end");
  await complete;
  await devtools.detach();
  const main = events.find(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")?.tid;
  return Math.max(
    0,
    ...events.filter(({ tid, tdur }) => tid === main && tdur).map(({ tdur = 0 }) => tdur / 1000),
  );
}
