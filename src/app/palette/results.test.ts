import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ID_PREFIXES } from "#contract/common.ts";
import { FIXED, pastedId } from "./entries.ts";
import { RESOURCES } from "#resources/all.ts";
import { textOf, type KnownShelf } from "./known.ts";
import type { Row } from "./rank.ts";
import { resultsOf } from "./results.ts";
import { SHORTCUTS } from "../shortcut-table.ts";
import { NAVIGATION } from "../navigation.tsx";

const shelf = (of: string, rows: readonly Row[]): KnownShelf => {
  const kind = RESOURCES.find((one) => one.kind === of);
  if (!kind) throw new Error(`no kind ${of}`);
  return { kind, rows, texts: rows.map((row) => textOf(kind, row)), group: kind.noun.many };
};
const session = (id: string, name: string, os = "linux") => ({
  id: `ts_${id}`,
  metadata: JSON.stringify({ name }),
  os,
  transport: "service/2",
  agent_version: "3.1.0",
  ip: "192.0.2.1",
});
const ask = (typed: string, shelves: KnownShelf[] = [], pathname = "/") =>
  resultsOf({ typed, shelves, recent: [], pathname, now: 0 }).entries;

describe("the palette's results", () => {
  it("are all pages and settings while nothing is typed, behind what the open page's object can do", () => {
    expect(ask("  ")).toEqual(FIXED);
    const sessions = shelf("session", [session("a", "gw-1"), session("b", "gw-2")]);
    const here = ask("", [sessions], "/sessions/ts_b");
    expect(here.slice(0, 4).map(({ label }) => label)).toEqual([
      "Update gw-2…",
      "Restart gw-2…",
      "Stop gw-2…",
      "Copy id of gw-2",
    ]);
  });

  it("begin with the actions whose verb was typed, those that can't be done with their reason", () => {
    const sessions = shelf("session", [session("a", "gw-1"), session("b", "gw-2", "windows")]);
    const [first, second, ...rest] = ask("rest gw", [sessions]);
    expect(first).toMatchObject({ label: "Restart gw-1…", action: { do: "agent", kind: "restart" } });
    expect(first?.disabledReason).toBeUndefined();
    expect(second?.disabledReason).toContain("Windows");
    expect(rest).toEqual([]);
    const edge = shelf("httpsEdge", [{ id: "edghts_1", hostports: ["a.example:443"] } as Row]);
    expect(ask("new route a.example", [edge])[0]).toMatchObject({
      action: { do: "go", to: "/edges/https/edghts_1/routes/new" },
    });
  });

  it("open any pasted id of a kind with a page, known or not, and never name one twice", () => {
    const kinds = fc.constantFrom(...RESOURCES.filter(({ within }) => !within));
    const body = fc.stringMatching(/^[0-9A-Za-z]{8,27}$/);
    fc.assert(
      fc.property(kinds, body, fc.boolean(), fc.boolean(), (kind, text, known, uri) => {
        const id = `${ID_PREFIXES[kind.kind]}_${text}`;
        const typed = uri ? `https://x.example/api/things/${id}?a=b` : ` ${id} `;
        const entries = ask(
          typed,
          known ? [shelf(kind.kind, [{ id, hostports: [], metadata: "", os: "linux" } as Row])] : [],
        );
        expect(pastedId(typed)?.id).toBe(id);
        expect(entries[0]?.action).toMatchObject({ do: "go", to: expect.stringContaining(id) as string });
        expect(entries[0]?.id).toBe(known ? id : `open ${id}`);
        expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
      }),
    );
  });
});

describe("the table of shortcuts", () => {
  it("has a way to every page of the navigation, and no keys twice", () => {
    const labels = NAVIGATION.flatMap(({ links }) => links.map(({ label }) => label));
    expect(SHORTCUTS.filter(({ group }) => group === "Go to").map(({ does }) => does)).toEqual(labels);
    const keys = SHORTCUTS.map(({ keys: pressed, mod }) => `${mod ? "mod " : ""}${pressed.join(" ")}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
