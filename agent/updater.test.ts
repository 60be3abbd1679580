import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import { BACKOFF, backoffMs } from "./backoff.ts";
import { createProcessHost } from "./process-host.ts";
import { createUpdater } from "./updater.ts";

function setUp(options: { enabled?: boolean; version?: string | null } = {}) {
  const { promise, resolve, reject } = withResolvers();
  const onFailure = vi.fn<(error: unknown) => void>();
  const { enabled = true, version = "3.18.2" } = options;
  const updater = createUpdater({ enabled, available: () => version, install: () => promise, onFailure });
  return { updater, installed: resolve, broken: reject, onFailure };
}

function withResolvers() {
  let resolve: () => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

test("idle, updating, updated: each refuses in its own words", async () => {
  const { updater, installed } = setUp();
  expect(updater.request()).toEqual({ accepted: true });
  expect(updater.request()).toEqual({
    accepted: false,
    refusal: "update_running",
    error: "It is already updating to 3.18.2.",
  });
  installed();
  await vi.waitFor(() => expect(updater.current).toEqual({ state: "updated", version: "3.18.2" }));
  expect(updater.request()).toMatchObject({ accepted: false, refusal: "update_awaits_restart" });
});

test("nothing newer, or not allowed", () => {
  expect(setUp({ version: null }).updater.request()).toMatchObject({ refusal: "update_not_available" });
  expect(setUp({ enabled: false }).updater.request()).toMatchObject({ refusal: "update_disabled" });
});

test("a failed install is told and may be tried again", async () => {
  const { updater, broken, onFailure } = setUp();
  updater.request();
  const error = new Error("disk full");
  broken(error);
  await vi.waitFor(() => expect(updater.current).toEqual({ state: "idle" }));
  expect(onFailure).toHaveBeenCalledWith(error);
  expect(updater.request()).toEqual({ accepted: true });
});

test("the wait before another attempt grows and stays within its bounds", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (failures, draw) => {
        const wait = backoffMs(failures, BACKOFF, () => draw);
        expect(wait).toBeGreaterThanOrEqual(BACKOFF.firstMs / 2);
        expect(wait).toBeLessThanOrEqual(BACKOFF.maxMs);
        expect(backoffMs(failures + 1, BACKOFF, () => draw)).toBeGreaterThanOrEqual(wait);
      },
    ),
  );
});

test("a process host says what it can't do", () => {
  const host = (platform: string, remoteManagement = true, updateCheck = true) =>
    createProcessHost({
      version: "0.1.0",
      platform,
      arch: "x64",
      updateCheck,
      remoteManagement,
      selfUpdate: null,
      onUpdateFailure: () => undefined,
    });
  expect(host("linux").capabilities).toEqual({ restart: "", stop: "", update: "" });
  expect(host("win32")).toMatchObject({
    os: "windows",
    capabilities: { restart: expect.stringMatching(/Windows/), stop: "" },
  });
  expect(host("linux", false).capabilities.stop).toBe("Its configuration disables remote management.");
  expect(host("linux").update()).toMatchObject({ refusal: "update_not_available" });
  expect(host("linux", true, false).update()).toMatchObject({ refusal: "update_disabled" });
});
