import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { burstsOf, burstText } from "./bursts.ts";
import { AGENTS, type Happening } from "./happenings.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");

// Cause: 21 pasted rules pushed everything else out of the list. Law: a burst is one line that opens.
describe("burstsOf", () => {
  const line = (minutes: number, did: string, who: string | null = "admin"): Happening => ({
    key: `${minutes}`,
    at: new Date(NOW - minutes * 60_000).toISOString(),
    who,
    via: null,
    did,
    noun: { one: "IP rule", many: "IP rules" },
    object: `rule ${minutes}`,
    id: `ipr_${minutes}`,
    to: null,
    detail: "",
  });

  it("folds three alike, not two, nor those of another or of another hour", () => {
    const burst = burstsOf([line(1, "created"), line(2, "created"), line(3, "created"), line(4, "deleted")]);
    expect(burst.map(({ length }) => length)).toEqual([3, 1]);
    // Cause: "12 s ago: created 16 IP rules", of which one was created 6 minutes before. Law: one time is told of one moment.
    expect(burst[0] && burstText(burst[0])).toBe("created 3 IP rules within 2 min");
    // Cause: the time was rounded down: "within 1 min" of rules created 1 min 58 s apart. Law: what is said of a burst holds of all of it.
    const longer = [line(1, "created"), line(2, "created"), line(2.9, "created")];
    const hours = Array.from({ length: 12 }, (_, n) => line(1 + 9 * n, "created"));
    expect(burstsOf(longer).map(burstText)).toEqual(["created 3 IP rules within 2 min"]);
    expect(burstsOf(hours).map(burstText)).toEqual(["created 12 IP rules within 2 h"]);
    const [once] = burstsOf([line(1, "created"), line(1.3, "created"), line(1.9, "created")]);
    expect(once && burstText(once)).toBe("created 3 IP rules");
    expect(burstsOf([line(1, "created"), line(2, "created")])).toHaveLength(2);
    expect(burstsOf([line(1, "created"), line(2, "created"), line(60, "created")])).toHaveLength(3);
    expect(burstsOf([line(1, "created"), line(2, "created", null), line(3, "created")])).toHaveLength(3);
  });

  // Cause: things were told apart by their names, so one that was renamed was "3 authtokens". Law: a burst counts things, which are
  // told apart by their IDs, and the changes where it is one thing.
  it("counts what was changed, and the changes where it is one thing", () => {
    const updated = (minute: number, object: string, id: string) => ({
      ...line(minute, "updated"),
      object,
      id,
    });
    const text = (all: readonly Happening[]) => burstsOf(all).map(burstText);
    const renamed = [1, 2, 3].map((minute) => updated(minute, minute === 1 ? "Offices" : "Office", "ipr_1"));
    expect(text(renamed)).toEqual(["updated IP rule “Offices” 3 times within 2 min"]);
    expect(text([...renamed, updated(4, "Home", "ipr_2")])).toEqual(["updated 2 IP rules within 3 min"]);
    expect(text([1, 2, 3].map((minute) => updated(minute, "Office", `ipr_${minute}`)))).toEqual([
      "updated 3 IP rules within 2 min",
    ]);
    const edge = {
      noun: { one: "", many: "TLS edges" },
      id: "edgtls_1",
      object: "TLS edge without an address",
    };
    expect(text([1, 2, 3].map((minute) => ({ ...line(minute, "updated"), ...edge })))).toEqual([
      "updated TLS edge without an address 3 times within 2 min",
    ]);
  });

  // Cause: an agent that was restarted twice, and had another session each time, was two of "restarted 3 agents". Law: a burst counts
  // agents where each was told once, and times where one may have been told again.
  it("counts the times that agents were told something where a name comes again", () => {
    const told = (minute: number, object: string) => ({
      ...line(minute / 10, "restarted", null),
      noun: AGENTS,
      object,
      id: `ts_${minute}`,
    });
    const text = (...names: string[]) =>
      burstsOf(names.map((name, index) => told(index, name))).map(burstText);
    expect(text("ams", "fra", "ams")).toEqual(["restarted agents 3 times"]);
    expect(text("ams", "ams", "ams")).toEqual(["restarted ams 3 times"]);
    expect(text("ams", "fra", "gru")).toEqual(["restarted 3 agents"]);
  });

  // Cause: of ten agents updated at once, one refusal in between made three lines of them. Law: a burst is one line that opens.
  it("folds what this tab sent together by its outcome, although others came between", () => {
    const at = (seconds: number, did: string) => line(seconds / 60, did, null);
    const bursts = burstsOf([
      at(1, "updated"),
      at(2, "tried to update"),
      at(3, "updated"),
      at(4, "updated"),
      at(30, "updated"),
    ]);
    expect(bursts.map(({ length }) => length)).toEqual([3, 1, 1]);
  });

  it("loses nothing, keeps the order, and folds only what is alike", () => {
    const some = fc.record({ minutes: fc.nat(60), did: fc.constantFrom("created", "deleted") });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 40 }), (made) => {
        const all = made.toSorted((a, b) => a.minutes - b.minutes).map((one) => line(one.minutes, one.did));
        const bursts = burstsOf(all);
        expect(bursts.flat()).toEqual(all);
        for (const burst of bursts) {
          expect(burst).not.toHaveLength(2);
          expect(new Set(burst.map(({ did }) => did)).size).toBe(1);
        }
      }),
    );
  });
});
