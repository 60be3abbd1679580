import { describe, expect, it } from "vitest";
import { clashKey, planSave, settle } from "./save-plan.ts";

const base = { enabled: true, rolling_window: 10, num_buckets: 10 };

describe("planSave", () => {
  it("writes mine when nobody else changed anything", () => {
    const mine = { ...base, num_buckets: 20 };
    expect(planSave({ base, theirs: { ...base }, mine })).toEqual({ do: "write", value: mine, taken: [] });
    expect(planSave({ base: null, theirs: null, mine })).toEqual({ do: "write", value: mine, taken: [] });
  });

  it("merges changes to other fields and names them", () => {
    const plan = planSave({
      base,
      theirs: { ...base, rolling_window: 30 },
      mine: { ...base, num_buckets: 20 },
    });
    expect(plan).toEqual({
      do: "write",
      value: { enabled: true, rolling_window: 30, num_buckets: 20 },
      taken: [{ path: ["rolling_window"], from: 10, to: 30 }],
    });
  });

  it("asks about a field that both changed", () => {
    const theirs = { ...base, num_buckets: 30 };
    const mine = { ...base, num_buckets: 20 };
    const clash = { path: ["num_buckets"], base: 10, theirs: 30, mine: 20 };
    expect(planSave({ base, theirs, mine })).toEqual({
      do: "ask",
      clashes: [clash],
      taken: [],
      removed: false,
    });
    expect(settle({ base, theirs, mine }, new Map([[clashKey(clash), "theirs"]]))).toEqual(theirs);
    expect(settle({ base, theirs, mine }, new Map())).toEqual(mine);
  });

  it("asks before it brings back a module that was removed meanwhile", () => {
    expect(planSave({ base, theirs: null, mine: base })).toMatchObject({ do: "ask", removed: true });
  });

  it("asks about the differences to a module that was set meanwhile", () => {
    const plan = planSave({ base: null, theirs: base, mine: { ...base, num_buckets: 20 } });
    expect(plan).toMatchObject({
      do: "ask",
      clashes: [{ path: ["num_buckets"], base: undefined, theirs: 10, mine: 20 }],
    });
  });
});
