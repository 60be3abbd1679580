// Cause: of a bulk update an agent that was back with another version than promised counted as updated, and one that came to nothing in no
// count at all. Law: each agent of a bulk command is in exactly one count, and what failed says from what to what.
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { renderInApp } from "#testing/render.tsx";
import { answered } from "./action.ts";
import { Outcomes } from "./bulk-outcomes.tsx";
import { observe } from "./observe.ts";
import { startAction } from "./start-action.ts";
import { ledger } from "./use-fleet.ts";

afterEach(ledger.clear);

const T0 = Date.parse("2026-11-23T09:00:00Z");
const session = (host: string, version: string, at: number): TunnelSession => ({
  id: `ts_${host}_${version}`,
  uri: "",
  agent_version: version,
  ip: "203.0.113.15",
  os: "linux",
  region: "eu",
  metadata: JSON.stringify({ host }),
  started_at: new Date(at).toISOString(),
  transport: "service/2",
});

it("counts who has the version that was promised, and who has not", () => {
  const came = { a: "1.1.0", b: "1.0.5", c: "1.0.0" };
  const before = Object.keys(came).map((host) => session(host, "1.0.0", T0 - 60_000));
  const sent = before.map((one) => ({
    ...answered(
      startAction({ id: one.id, kind: "update", session: one, sessions: before, urls: [], at: T0 }),
      { outcome: "accepted" },
      T0 + 100,
    ),
    promised: "1.1.0",
  }));
  const gone = observe(sent, { at: T0 + 15_000, sessions: [] });
  // The third one is back with what it had, under an id of its own.
  const after = Object.entries(came).map(([host, version]) => ({
    ...session(host, version, T0 + 20_000),
    id: `ts_new_${host}`,
  }));
  ledger.update(() => observe(gone, { at: T0 + 22_000, sessions: after }));
  const fates = new Map(before.map(({ id }) => [id, "sent" as const]));
  renderInApp(<Outcomes kind="update" sessions={before} fates={fates} busy={false} resumesAt={null} />);
  expect(screen.getByText(/^3 of 3/).textContent).toBe("3 of 3 agents answered, 1 updated, 2 failed.");
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^aUpdated.*1\.0\.0 → 1\.1\.0$/),
    expect.stringMatching(/^bWrong version.*1\.0\.0 → 1\.0\.5 instead of 1\.1\.0\.$/),
    expect.stringMatching(/^cNot updated.*Online again with 1\.0\.0\.$/),
  ]);
});
