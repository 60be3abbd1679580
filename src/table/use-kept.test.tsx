// Cause: agents that were updated left the list of the outdated at once, and with it their outcome. Law: rows that matched and
// changed stay until search or filters are touched, also for who opened one of them and came back.
import { renderHook } from "@testing-library/react";
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { useKept } from "./use-kept.ts";

type Row = { id: string; name: string | null; match: boolean };
type Props = { rows: readonly Row[]; filters: Record<string, string[]> };

const OUTDATED = { outdated: ["yes"] };
const keep = (row: Row) => row.name;

function kept(first: Props, entry: string = crypto.randomUUID()) {
  return renderHook(
    ({ rows, filters }: Props) =>
      useKept(
        rows,
        rows.filter(({ match }) => match),
        { keep },
        { search: "", filters },
        entry,
      ).map(({ id }) => id),
    { initialProps: first },
  );
}

const row = (id: string, match: boolean, name: string | null = id): Row => ({ id, match, name });

describe("rows that matched", () => {
  it("stay in their order after they changed, also under a new id, until a filter is touched", () => {
    const { result, rerender } = kept({ rows: [row("a", true), row("b", true)], filters: OUTDATED });
    rerender({ rows: [row("a2", false, "a"), row("b", true)], filters: OUTDATED });
    expect(result.current).toEqual(["a2", "b"]);
    rerender({ rows: [row("a2", false, "a"), row("b", true)], filters: { ...OUTDATED } });
    expect(result.current).toEqual(["b"]);
  });

  it("are there again for who comes back to that entry of the history, and for nobody else", () => {
    const before = { rows: [row("a", true), row("b", true)], filters: OUTDATED };
    const after = { rows: [row("a", false), row("b", true)], filters: OUTDATED };
    const { rerender, unmount } = kept(before, "left");
    rerender(after);
    unmount();
    expect(kept(after, "left").result.current).toEqual(["a", "b"]);
    expect(kept(after, "another").result.current).toEqual(["b"]);
  });

  // Cause: back from the rollout that updated them, the agents of the list of the outdated were gone: nothing had happened to them
  // when that page was left. Law: who comes back finds what was there, and what came of it.
  it("are there again also when all happened meanwhile", () => {
    const before = { rows: [row("a", true, null), row("b", true, null)], filters: OUTDATED };
    kept(before, "left").unmount();
    const after = { rows: [row("a2", false, "a"), row("b", false, null)], filters: OUTDATED };
    expect(kept(after, "left").result.current).toEqual(["a2"]);
    expect(kept(after, "another").result.current).toEqual([]);
  });

  // Cause: a reload of the page of an agent that was updated, and Back: it had left the list of the outdated. Law: as above, whatever was
  // reloaded meanwhile.
  it("are there again after a reload, of a later page too", async () => {
    const before = { rows: [row("a", true), row("b", true)], filters: OUTDATED };
    kept(before, "left").unmount();
    const state = history.state as object;
    history.pushState({ key: "later" }, "");
    // The list goes on for as long as its page is there, and notes nothing with the next one.
    kept(before, "left").unmount();
    expect(history.state).toEqual({ key: "later" });
    vi.resetModules();
    history.replaceState(state, "");
    const { useKept: anew } = await import("./use-kept.ts");
    const rows = [row("a", false), row("b", true)];
    const chosen = { search: "", filters: OUTDATED };
    const { result } = renderHook(() => anew(rows, rows.slice(1), { keep }, chosen, "left"));
    expect(result.current.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("leave when they have no name to be kept under, and those that never matched don't come in", () => {
    const { result, rerender } = kept({ rows: [row("a", true, null), row("b", false)], filters: OUTDATED });
    rerender({ rows: [row("a", false, null), row("b", false)], filters: OUTDATED });
    expect(result.current).toEqual([]);
  });

  it("are always all that match now, and besides only what matched before", () => {
    const some = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom("a", "b", "c", "d", "e", "f"),
        match: fc.boolean(),
        named: fc.boolean(),
      }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 4 }), (readings) => {
        const lists = readings.map((list) =>
          list.map(({ id, match, named }) => row(id, match, named ? id : null)),
        );
        const { result, rerender, unmount } = kept({ rows: lists[0]!, filters: OUTDATED });
        const matched = new Set<string>();
        for (const rows of lists) {
          rerender({ rows, filters: OUTDATED });
          for (const { id, name } of rows.filter(({ match }) => match)) if (name !== null) matched.add(id);
          const expected = rows.filter(({ id, match, name }) => match || (name !== null && matched.has(id)));
          expect(result.current).toEqual(expected.map(({ id }) => id));
        }
        unmount();
      }),
      { numRuns: 60 },
    );
  });
});
