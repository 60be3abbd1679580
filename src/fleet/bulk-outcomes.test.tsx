// Cause: of a bulk update an agent that was back with another version than promised counted as updated, and one that came to nothing in no
// count at all. Law: each agent of a bulk command is in exactly one count, and what failed says from what to what.
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { renderInApp } from "#testing/render.tsx";
import { answered } from "./action.ts";
import { type Fate, Outcomes } from "./bulk-outcomes.tsx";
import { observe } from "./observe.ts";
import { startAction } from "./start-action.ts";
import { ledger } from "./use-fleet.ts";

afterEach(ledger.clear);

const T0 = Date.parse("2026-11-23T09:00:00Z");
/** An update to each, not answered yet. */
const sentTo = (list: readonly TunnelSession[]) =>
  list.map((session) =>
    startAction({ id: session.id, kind: "update", session, sessions: list, urls: [], at: T0 }),
  );
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
  const sent = sentTo(before).map((one) => ({
    ...answered(one, { outcome: "accepted" }, T0 + 100),
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
    expect.stringMatching(/^cNot updated.*Online again with 1\.0\.0\. Update it again\.$/),
  ]);
});

// Cause: "10 of 10 agents answered" with one that was offline before it was told, and "Update refused" of it. Law: a count says
// what it counts, and nobody refused what never reached them.
it("counts who was offline, and who gave no clear answer, as not answered", () => {
  const before = ["a", "b", "c"].map((host) => session(host, "1.0.0", T0 - 60_000));
  const [a, b, c] = sentTo(before);
  const gone = "It was offline before the command reached it.";
  ledger.update(() => [
    answered(a!, { outcome: "accepted" }, T0 + 100),
    answered(b!, { outcome: "refused", error: { msg: gone, status: 404 } }, T0 + 100),
    answered(c!, { outcome: "unsure", error: { msg: "Timeout", status: 504 } }, T0 + 100),
  ]);
  const fates = new Map<string, Fate>([
    [a!.sessionId, "sent"],
    [b!.sessionId, { fault: gone, final: true }],
    [c!.sessionId, "sent"],
  ]);
  renderInApp(<Outcomes kind="update" sessions={before} fates={fates} busy={false} resumesAt={null} />);
  expect(screen.getByText(/of 3/).textContent).toMatch(
    /^1 of 3 agents answered, 1 offline, 1 without a clear answer\./,
  );
  expect(screen.getAllByRole("listitem")[1]?.textContent).toBe(`bOffline${gone}`);
});
