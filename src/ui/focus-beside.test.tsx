// Cause: after "Dismiss" and "Remove" the focus fell to the page, and the next one was far away. Law: what is removed hands the focus
// to its neighbour.
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { focusBeside } from "./focus-beside.ts";

it.each([
  ["the first", 0, "Dismiss b"],
  ["the last", 2, "Dismiss b"],
  ["the one before a block", 1, "block"],
])("%s", (_, index, to) => {
  render(
    <div>
      <p>
        <button type="button">Dismiss a</button>
      </p>
      <p>
        <button type="button">Dismiss b</button>
      </p>
      <div tabIndex={-1}>block</div>
    </div>,
  );
  focusBeside(screen.getByText("Dismiss a").closest("div")?.children[index] ?? null);
  expect(document.activeElement?.textContent).toBe(to);
});
