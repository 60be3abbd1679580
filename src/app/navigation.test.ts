import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { NAVIGATION } from "./navigation.tsx";

it("is the same in the first paint, before any script runs", () => {
  const nav = /<nav[\s\S]*?<\/nav>/.exec(readFileSync("index.html", "utf8"))?.[0] ?? "";
  const links = [
    ...nav.matchAll(/<a\s+href="([^"]+)"[^>]*>\s*<svg[\s\S]*?#icon-([\w-]+)"[\s\S]*?<\/svg\s*>([^<]+)</g),
  ];
  const brand = links.shift();
  expect(brand?.[2]).toBe("gate");
  expect(links.map(([, to, icon, label = ""]) => ({ label: label.trim(), to, icon }))).toEqual(
    NAVIGATION.flatMap((group) => group.links.map(({ label, to, icon }) => ({ label, to, icon }))),
  );
});

// Cause: Subscriptions had the ring that turns while something loads, Event types the steps of a route's template. Law: an icon
// says one thing.
it("no entry has the icon of what runs, or that of another entry", () => {
  const icons = NAVIGATION.flatMap(({ links }) => links.map(({ icon }) => icon));
  expect(icons.filter((icon) => icon === "run" || icon === "steps")).toEqual([]);
  expect(icons).toEqual([...new Set(icons)]);
});
