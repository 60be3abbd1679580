// Cause: a service in the background that reads its terminal is stopped by the system. Law: it reads in the foreground only.
import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { onEnter } from "./terminal.ts";

const terminal = () => Object.assign(new PassThrough(), { isTTY: true });

it("acts on each line of a terminal", async () => {
  const input = terminal();
  let lines = 0;
  expect(onEnter(() => (lines += 1), { input, isForeground: () => true })).toBe(true);
  input.write("\n\n");
  await turn();
  expect(lines).toBe(2);
  input.destroy();
});

it("reads nothing in the background, also once it was sent there", () => {
  const input = terminal();
  expect(onEnter(() => undefined, { input, isForeground: () => false })).toBe(false);
  expect(input.listenerCount("data")).toBe(0);
  let foreground = true;
  onEnter(() => undefined, { input, isForeground: () => foreground });
  expect(input.isPaused()).toBe(false);
  foreground = false;
  process.emit("SIGCONT");
  expect(input.isPaused()).toBe(true);
  foreground = true;
  process.emit("SIGCONT");
  expect(input.isPaused()).toBe(false);
  process.removeAllListeners("SIGCONT");
});

it("reads nothing where there is no terminal", () => {
  const input = new PassThrough();
  expect(onEnter(() => undefined, { input, isForeground: () => true })).toBe(false);
  expect(input.listenerCount("data")).toBe(0);
});
