import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { expect, it } from "vitest";
import type * as RowKeys from "./row-keys.ts";

/** A copy of its own: another test of this worker may have loaded the code of the shared one. */
const FRESH = "./row-keys.ts?before-its-code";
const { useRowKeys } = (await import(/* @vite-ignore */ FRESH)) as typeof RowKeys;

const chosen: string[] = [];
const choose = (key: string, range: boolean) => chosen.push(range ? `to ${key}` : key);

function Rows() {
  const table = useRef<HTMLUListElement>(null);
  useRowKeys(table, { count: 4, choose });
  return (
    <ul ref={table}>
      {["a", "b", "c", "d"].map((key, index) => (
        <li key={key} data-key={key} data-index={index}>
          <a href="/">{key}</a>
        </li>
      ))}
    </ul>
  );
}

const press = (key: string, shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey });

// Cause: keys pressed before their code was there acted on the row where each was pressed, so two moves went one row, and Space
// scrolled the page. Law: what is done by keyboard is the same however fast.
it("does what was pressed before its code was loaded, each key from where the one before led to", async () => {
  render(<Rows />);
  screen.getByRole("link", { name: "a" }).focus();
  expect([press(" "), press("ArrowDown", true), press("ArrowDown", true)]).toEqual([false, false, false]);
  expect(chosen).toEqual([]);
  await waitFor(() => expect(chosen).toEqual(["a", "to b", "to c"]));
  expect(document.activeElement?.textContent).toBe("c");
  press("ArrowUp", true);
  expect(chosen.at(-1)).toBe("to b");
});
