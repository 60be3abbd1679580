import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UPDATE_SETTLE_MS } from "#contract/api-facts.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { answered, type Answer } from "./action.ts";
import { startAction } from "./start-action.ts";
import { fleetVersions, fleetVersionsText } from "./fleet-versions.ts";
import { compareVersions, parseVersion } from "#contract/version.ts";
import { noRelease } from "#contract/no-release.ts";
import { newestByMajor, updateTarget } from "#contract/outdated.ts";

const identifier = fc.oneof(fc.nat(50).map(String), fc.stringMatching(/^[a-z][a-z0-9-]{0,4}$/));
const version = fc
  .record({
    core: fc.tuple(fc.nat(4), fc.nat(20), fc.nat(20)),
    pre: fc.array(identifier, { maxLength: 3 }),
  })
  .map(({ core, pre }) => core.join(".") + (pre.length > 0 ? `-${pre.join(".")}` : ""));

describe("compareVersions", () => {
  it("follows the order of semver.org §11", () => {
    const ordered = [
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "2.0.0",
      "2.1.0",
      "2.1.1",
      "2.10.0",
      "3.1000.0-development",
      "3.1000.0",
    ];
    const shuffled = ordered.toReversed();
    expect(shuffled.toSorted(compareVersions)).toEqual(ordered);
  });

  it("is a total order", () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(0 - Math.sign(compareVersions(b, a)));
        const [x = "", y = "", z = ""] = [a, b, c].toSorted(compareVersions);
        expect(compareVersions(x, y)).toBeLessThanOrEqual(0);
        expect(compareVersions(y, z)).toBeLessThanOrEqual(0);
        expect(compareVersions(x, z)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it("ignores build metadata and puts what is no version last", () => {
    expect(compareVersions("1.2.3+abc", "1.2.3+def")).toBe(0);
    expect(compareVersions("nightly", "0.0.1-alpha")).toBeLessThan(0);
    expect(compareVersions("a", "b")).toBeLessThan(0);
    expect(parseVersion("3.18")).toBeNull();
  });
});

describe("updateTarget", () => {
  it("names the highest version of the same major only", () => {
    const newest = newestByMajor(["3.17.4", "3.18.2", "3.9.0", "4.0.0-beta.1", "dev"]);
    expect(updateTarget("3.17.4", newest)).toBe("3.18.2");
    expect(updateTarget("3.18.2-rc.1", newest)).toBe("3.18.2");
    expect(updateTarget("3.18.2", newest)).toBeNull();
    expect(updateTarget("2.9.9", newest)).toBeNull();
    expect(updateTarget("dev", newest)).toBeNull();
    expect(updateTarget("4.0.0-beta.1", newest)).toBeNull();
  });

  it("is null exactly where no release of the major is higher, and else the highest of them", () => {
    fc.assert(
      fc.property(fc.array(version, { minLength: 1 }), (versions) => {
        const newest = newestByMajor(versions);
        const releases = versions
          .map((text) => ({ text, ...parseVersion(text) }))
          .filter((v) => !v.pre?.length);
        for (const own of versions) {
          const target = updateTarget(own, newest);
          const rivals = releases
            .filter(({ major }) => major === parseVersion(own)?.major)
            .map(({ text }) => text);
          expect(target !== null).toBe(rivals.some((rival) => compareVersions(rival, own) > 0));
          if (target === null) continue;
          expect(rivals).toContain(target);
          expect(rivals.every((rival) => compareVersions(rival, target) <= 0)).toBe(true);
        }
      }),
    );
  });
});

// Cause: what tells no version, or none that can be read, counted as up to date, and a beta as an update.
// Law: unknown is unknown, and nobody is sent to a pre-release.
describe("fleetVersions", () => {
  /** When each has had its time to say how its update goes. */
  const LATER = UPDATE_SETTLE_MS + 2;
  const updateOf = (id: string) => {
    const session = { id, os: "linux", started_at: "2026-11-21T14:00:00Z" } as TunnelSession;
    return startAction({ id, kind: "update", session, sessions: [session], urls: [], at: 0 });
  };
  /** An update sent to each, and its answer; "none" = none was sent. */
  const updatesOf = (agents: readonly { id: string }[], outcomes: Iterator<string>) =>
    agents.flatMap(({ id }) => {
      const outcome: string = outcomes.next().value ?? "none";
      if (outcome === "none") return [];
      const error = outcome === "refused" || outcome === "failed" ? { error: { msg: "" } } : {};
      return [answered(updateOf(id), { outcome, ...error } as Answer, 1)];
    });
  const agents = (versions: readonly (string | null | undefined)[]) =>
    versions.map((agent_version, i) => ({ id: `ts_${i}`, agent_version }));
  const of = (...versions: (string | null | undefined)[]) => fleetVersions(agents(versions), [], [], 0);

  it("counts each agent once: current, outdated or unknown", () => {
    expect(of("3.18.2", "3.17.0", null, undefined, "", "nightly", "3.19.0-rc.1")).toEqual({
      online: 7,
      current: 2,
      outdated: 1,
      updating: 0,
      awaiting: 0,
      notTaken: 0,
      unknown: 4,
      unreleased: 0,
    });
    const told = fc.oneof(version, fc.constantFrom(null, undefined, "", "dev"));
    const outcomes = fc.infiniteStream(fc.constantFrom("none", "accepted", "waiting", "refused", "failed"));
    fc.assert(
      fc.property(fc.array(told), outcomes, fc.constantFrom(2, LATER), (versions, stream, now) => {
        const sessions = agents(versions);
        const counts = fleetVersions(sessions, updatesOf(sessions, stream), [], now);
        const { online, current, outdated, updating, awaiting, notTaken, unknown } = counts;
        expect(current + outdated + updating + awaiting + notTaken + unknown).toBe(online);
        expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(0);
        expect(outdated + updating + awaiting + notTaken).toBe(of(...versions).outdated);
        expect(/up to date/i.test(fleetVersionsText(counts))).toBe(online > 0 && current === online);
      }),
    );
  });

  it("says how many in words", () => {
    expect(fleetVersionsText(of())).toBe("No agent is online");
    expect(fleetVersionsText(of("3.18.2"))).toBe("Up to date");
    expect(fleetVersionsText(of("3.18.2", "3.17.0", null))).toBe("1 outdated");
    expect(fleetVersionsText(of("3.18.2", null))).toBe("");
    // Cause: the overview called the only agent "Up to date", and its own page said that no release was known for it.
    const published = ["3.18.2"];
    const told = (...versions: string[]) =>
      fleetVersionsText(fleetVersions(agents(versions), [], [], 0, published));
    expect(told("0.1.0")).toBe("");
    expect(told("0.1.0", "3.18.2", "3.17.0")).toBe("1 outdated");
    expect(told("3.18.2")).toBe("Up to date");
    // Cause: agents that were just updated, or refused it, counted as outdated as if nothing had been done, then not at all: "1
    // outdated" led to a list of "4 outdated". Law: one number for what runs an old version, with what came of it.
    const sessions = agents(["3.18.2", "3.17.0", "3.17.0", "3.17.0", "3.17.0", null]);
    const updates = updatesOf(sessions, ["none", "accepted", "waiting", "refused", "none"].values());
    const text = (actions: typeof updates, now: number) =>
      fleetVersionsText(fleetVersions(sessions, actions, [], now));
    expect(text(updates, LATER)).toBe("4 outdated, 2 await a restart, 1 did not update");
    // Cause: in the seconds before an agent said how its update goes it counted as awaiting a restart, and every other page said
    // "Updating…". Law: the overview counts an update as the page of its agent tells it.
    expect(text(updates, 2)).toBe("4 outdated, 1 updating, 1 awaits a restart, 1 did not update");
    const saying = updates.map((one) => ({ ...one, says: "updating" as const }));
    expect(text(saying, LATER)).toBe("4 outdated, 2 updating, 1 did not update");
    const [sending] = sessions.slice(1).map((one) => updateOf(one.id));
    expect(text(sending ? [sending] : [], LATER)).toBe("4 outdated, 1 updating");
  });
});

// Cause: the only agent of a major version that the service has no release of was "up to date". Law: that is said of what is known.
describe("noRelease", () => {
  it("is told where the service publishes nothing of a major version, and no agent runs another one of it", () => {
    expect(noRelease("0.1.0", ["0.1.0", "3.18.2"], ["3.19.0"])).toBe("No release for 0.x");
    expect(noRelease("0.1.0", ["0.1.0"], [])).toBe("No release for 0.x");
    expect(noRelease("0.1.0", ["0.1.0", "0.0.9"], [])).toBeNull();
    expect(noRelease("3.1.0", [], ["3.19.0"])).toBeNull();
    expect(noRelease("dev", [], [])).toBeNull();
    expect(noRelease("0.1.0", ["0.1.0"], null)).toBeNull();
    expect(noRelease("0.1.0", ["0.1.0"], undefined)).toBeNull();
  });
});
