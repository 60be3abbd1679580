// An idle console for a minute, nothing changing: what it asks for, what it renders, what it costs.
import { costOf, withSessions } from "./kit/sessions-page.mjs";

const MINUTE_MS = 60_000;
/** Until the page follows the service's stream. */
const SETTLED_MS = 12_000;
/** Two lists, each polled once. */
const REQUESTS = 4;

/** @param {(figure: import("./kit/table.mjs").Figure) => void} report */
export async function bench(report) {
  for (const rows of [25, 10_000]) {
    await withSessions(rows, async (page) => {
      await page.waitForTimeout(SETTLED_MS);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Network.enable");
      let [requests, bytes] = [0, 0];
      devtools.on("Network.requestWillBeSent", () => void (requests += 1));
      devtools.on("Network.loadingFinished", ({ encodedDataLength }) => void (bytes += encodedDataLength));
      await page.evaluate(() => {
        const rendered = new Set();
        const observer = new MutationObserver((changes) => {
          for (const { target } of changes) {
            const element = target instanceof Element ? target : target.parentElement;
            if (!element?.closest("time")) rendered.add(element?.closest("[data-key]"));
          }
        });
        for (const body of document.querySelectorAll("tbody"))
          observer.observe(body, { subtree: true, childList: true, characterData: true, attributes: true });
        Object.assign(window, { rendered });
      });
      const cost = await costOf(page, () => page.waitForTimeout(MINUTE_MS));
      const rendered = await page.evaluate(
        () => /** @type {Window & { rendered?: Set<Element> }} */ (window).rendered?.size ?? 0,
      );
      await devtools.detach();
      const name = `${rows.toLocaleString("en")} rows`;
      const few = requests <= Math.max(REQUESTS, rows / 50);
      report({
        bench: `requests a minute, ${name}`,
        value: requests,
        unit: "requests",
        aim: "2 readings",
        met: few,
      });
      report({ bench: `bytes a minute, ${name}`, value: bytes / 1000, unit: "kB", aim: "none", met: true });
      const none = rendered === 0;
      report({ bench: `rows changed a minute, ${name}`, value: rendered, unit: "rows", aim: "0", met: none });
      const calm = cost.task < 600;
      report({ bench: `CPU a minute, ${name}`, value: cost.task, unit: "ms", aim: "under 1 %", met: calm });
    });
  }
}
