import { describe, expect, it } from "vitest";
import { NAVIGATION } from "./navigation.tsx";
import { SHORTCUTS } from "./shortcut-table.ts";

describe("the table of shortcuts", () => {
  it("has a way to every page of the navigation, and no keys twice", () => {
    const labels = NAVIGATION.flatMap(({ links }) => links.map(({ label }) => label));
    expect(SHORTCUTS.filter(({ group }) => group === "Go to").map(({ does }) => does)).toEqual(labels);
    const keys = SHORTCUTS.map(({ keys: pressed, mod }) => `${mod ? "mod " : ""}${pressed.join(" ")}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
