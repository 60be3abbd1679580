// Cause: “0 of 0 events match” was said while events were loading. Law: what is not known yet is no number.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Bench } from "#filters/use-bench.ts";
import { renderInApp } from "#testing/render.tsx";
import { ResultPanel } from "./result-panel.tsx";

const KIND = "http_request_complete.v0";
const RAN = { run: 1, source: "recent", kind: KIND, listed: "all", total: 0, matched: 0, parts: [], ms: 0 };
const tallyOf = (count: number) => ({
  events: { [KIND]: { count, first: null, last: null } },
  bad: [],
  badCount: 0,
  others: {},
  over: 0,
});
const open = (tallies: object) =>
  renderInApp(
    <ResultPanel
      bench={{ ran: { ...RAN, bytes: null, events: [] }, fault: null, tallies } as unknown as Bench}
      kind={KIND}
      source="recent"
      share={1}
      listed="all"
      onListed={() => undefined}
      onMore={() => undefined}
    />,
  );

it.each([{}, { recent: tallyOf(3) }])("waits until a filter ran on events: %j", (tallies) => {
  open(tallies);
  expect(screen.getByText("Waiting for events…")).toBeDefined();
});

it("says so where there is none", () => {
  open({ recent: tallyOf(0) });
  expect(screen.getByText("0 of 0")).toBeDefined();
});
