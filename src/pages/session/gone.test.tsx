import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Departure } from "#fleet/departures.ts";
import { renderInApp } from "#testing/render.tsx";
import { Gone } from "./gone.tsx";

// Cause: status and note both said "Offline since 7:58 PM", the note with "last seen 15 s ago" beside it. Law: a fact is said once.
it("says when the agent was last seen, not again since when it is offline", () => {
  const now = Date.now();
  const departure = { session: { id: "ts_1" }, leftAt: now - 3000, seenAt: now - 15_000 } as Departure;
  renderInApp(<Gone departure={departure} actions={[]} />);
  const note = screen.getByText(/This page will follow it/);
  expect(note.textContent).toContain("Last seen 15 s ago.");
  expect(note.textContent).not.toContain("Offline");
});
