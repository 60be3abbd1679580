import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// The browser tests look for more than colours in one theme only (e2e/fixtures/look.ts): nothing else may differ.
const COLOUR = /^(?:#[0-9a-f]{6}|rgb\([\d .]+ \/ [\d.]+\))$/;
const files = [
  "index.html",
  ...readdirSync("src", { recursive: true, encoding: "utf8" }).map((one) => `src/${one}`),
];
const read = (ending: RegExp) =>
  files
    .filter((file) => ending.test(file) && !/\.test\.|testing\//.test(file))
    .map((file) => [file, readFileSync(file, "utf8")] as const);

describe("a theme changes colours and nothing else", () => {
  const styles = read(/\.(?:css|html)$/)
    .map(([, text]) => text)
    .join("\n");

  it("by light-dark() of two colours", () => {
    const pairs = [...styles.matchAll(/light-dark\(((?:[^()]|\([^()]*\))*)\)/g)].map(([, pair = ""]) =>
      pair.split(","),
    );
    expect(pairs.length).toBeGreaterThan(20);
    expect(
      pairs.filter((pair) => pair.length !== 2 || !pair.every((one) => COLOUR.test(one.trim()))),
    ).toEqual([]);
  });

  it("its own rules say color-scheme alone", () => {
    const rules = [...styles.matchAll(/([^{}]*data-theme[^{}]*)\{([^{}]*)\}/g)].map(([, , body = ""]) =>
      body.trim(),
    );
    expect(rules.toSorted()).toEqual(["color-scheme: dark;", "color-scheme: light;"]);
    expect(styles.match(/data-theme/g)).toHaveLength(rules.length);
  });

  it("no component asks which one it is", () => {
    const asking = /prefers-color-scheme|[\s"'`](?:dark|light):[a-z[-]/;
    const all = [...read(/\.(?:tsx?|css|html)$/)];
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(([, text]) => asking.test(text)).map(([file]) => file)).toEqual([]);
  });
});
