import * as fc from "fast-check";
import { expect, it } from "vitest";
import { formatBytes, formatMs } from "./amounts.ts";

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [999.6, "1 kB"],
  [1500, "1.5 kB"],
  [123_456, "123 kB"],
  [999_600, "1 MB"],
  [1_234_567_890_000, "1,235 GB"],
])("%d bytes are %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

it.each([
  [0, "0 ms"],
  [0.421, "0.42 ms"],
  [43.21, "43.2 ms"],
  [999.7, "1 s"],
  [1250, "1.25 s"],
  [59_970, "1 min"],
  [90_000, "1 min 30 s"],
])("%d ms are %s", (ms, text) => expect(formatMs(ms)).toBe(text));

it("reads back as what it was, to three digits", () => {
  const back = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, ms: 1, s: 1000 };
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 9e11, noNaN: true }), fc.boolean(), (value, isBytes) => {
      const text = isBytes ? formatBytes(value) : formatMs(value % 59_900);
      const [amount = "", unit = ""] = text.replaceAll(",", "").split(" ");
      const [read, was] = [
        Number(amount) * back[unit as keyof typeof back],
        isBytes ? value : value % 59_900,
      ];
      expect(Math.abs(read - was)).toBeLessThanOrEqual(Math.max(was * 0.006, 0.006));
    }),
  );
});
