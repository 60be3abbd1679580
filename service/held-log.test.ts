// Cause: a start on a full disk logged the write that failed, then said why it ended. Law: a start that fails is told in one line.
import { expect, it } from "vitest";
import { heldLog } from "./held-log.ts";

it("writes nothing before its release, then all in order, then each at once", () => {
  const lines: unknown[][] = [];
  const to =
    (level: string) =>
    (...line: unknown[]) =>
      void lines.push([level, ...line]);
  const log = heldLog({ error: to("error"), warn: to("warn"), info: to("info") });
  log.error({ err: 1 }, "full");
  log.info("works again");
  expect(lines).toEqual([]);
  log.release();
  log.warn("after");
  log.release();
  expect(lines).toEqual([
    ["error", { err: 1 }, "full"],
    ["info", "works again"],
    ["warn", "after"],
  ]);
});
