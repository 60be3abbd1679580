import { act, render, screen } from "@testing-library/react";
import { Profiler } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clockMinute, clockTime, RelativeTime, timeOfDay } from "./time.tsx";

const HOUR = 3_600_000;

let hidden = false;
function show(visible: boolean) {
  hidden = !visible;
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

beforeEach(() => {
  hidden = false;
  vi.useFakeTimers({ now: Date.parse("2026-11-22T12:00:00Z") });
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function shown(at: number) {
  const renders = vi.fn<() => void>();
  render(
    <Profiler id="time" onRender={renders}>
      <RelativeTime at={at} />
    </Profiler>,
  );
  renders.mockClear();
  return renders;
}

it("a time renders at the pace of its unit", () => {
  // Cause: every time on a page rendered each second, whatever it said. Law: an idle console renders only the texts that change.
  const old = shown(Date.now() - 3 * HOUR - 1000);
  const young = shown(Date.now() - 5000);
  for (let second = 0; second < 10; second += 1) act(() => void vi.advanceTimersByTime(1000));
  expect(old).not.toHaveBeenCalled();
  expect(young).toHaveBeenCalledTimes(10);
  act(() => void vi.advanceTimersByTime(HOUR));
  expect(old).toHaveBeenCalledTimes(1);
  expect(screen.getByText("4 h ago")).toBeTruthy();
});

it("a hidden page has no timer, and what it says is right again as soon as it is shown", () => {
  // Cause: clocks went on in hidden tabs. Law: a hidden tab does nothing.
  const renders = shown(Date.now() - 5000);
  show(false);
  expect(vi.getTimerCount()).toBe(0);
  act(() => void vi.advanceTimersByTime(10_000));
  expect(renders).not.toHaveBeenCalled();
  show(true);
  expect(screen.getByText("15 s ago")).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.getByText("16 s ago")).toBeTruthy();
});

it("a time of day of another day comes with its date", () => {
  // Cause: "Offline since 2:02 PM" and "requests failed since 2:02 PM" were said of the day before too. Law: numbers never mislead.
  for (const clock of [clockTime, clockMinute]) {
    expect(clock(Date.now())).not.toMatch(/Nov/);
    expect(clock(Date.now() - 25 * HOUR)).toMatch(/^Nov 21, \d/);
  }
  // Cause: below a day's heading each line told that day again, in three lines on a phone. Law: a fact is said once.
  expect(timeOfDay(Date.now() - 25 * HOUR)).toMatch(/^\d/);
});
