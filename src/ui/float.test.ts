import * as fc from "fast-check";
import { expect, it } from "vitest";
import { leftBeside } from "./float.ts";

// Cause: a menu without room at its side was pushed to the window's edge, 8 px left of the buttons around it. Law: what belongs
// together lines up.
it("lines up with one side of its button wherever one has room, and stays inside the window", () => {
  expect(leftBeside({ left: 16, right: 145 }, 264, 360, "end")).toBe(16);
  expect(leftBeside({ left: 1007, right: 1136 }, 264, 1280, "end")).toBe(872);
  expect(leftBeside({ left: 300, right: 344 }, 264, 360, "start")).toBe(80);
  const size = fc.integer({ min: 24, max: 340 });
  fc.assert(
    fc.property(
      fc.nat(700),
      size,
      size,
      fc.constantFrom("start", "end", "center"),
      (left, button, width, align) => {
        const right = left + button;
        const at = leftBeside({ left, right }, width, 800, align);
        const room = (side: number) => side >= 8 && side <= 800 - width - 8;
        expect(room(at)).toBe(true);
        const sides = [left, right - width];
        expect(align === "center" || sides.includes(at) || !sides.some(room)).toBe(true);
      },
    ),
  );
});
