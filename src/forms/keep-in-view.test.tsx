// Cause: a press on a field near the save bar gave it the focus, which scrolled the page before the press ended, so that the
// click went elsewhere: a checkbox stayed as it was. Law: a page never moves under a press.
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useKeepInView } from "./keep-in-view.ts";

function Form() {
  const ref = useKeepInView();
  return (
    <form ref={ref}>
      <input aria-label="On" type="checkbox" />
      <div data-bottom-bar="">Save</div>
    </form>
  );
}

const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
const scrolled = vi.fn<(to: ScrollToOptions) => void>();
beforeEach(() => {
  scrolled.mockClear();
  vi.stubGlobal("scrollBy", scrolled);
  // The field lies under the bar.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 700, 300, 40));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("scrolls to a field that got the focus by keyboard, and to a pressed one when the press is over", async () => {
  render(<Form />);
  const field = screen.getByLabelText("On");
  fireEvent.pointerDown(field);
  field.focus();
  await frame();
  expect(scrolled).not.toHaveBeenCalled();
  fireEvent.pointerUp(field);
  await frame();
  expect(scrolled).toHaveBeenCalledOnce();
  fireEvent.pointerDown(document.body);
  fireEvent.pointerUp(document.body);
  await frame();
  expect(scrolled, "a press that gives no focus").toHaveBeenCalledOnce();
  field.blur();
  field.focus();
  await frame();
  expect(scrolled).toHaveBeenCalledTimes(2);
});

// Cause: the focus of a refused save left the field's label above the window, so nothing named what was to be mended. Law: a
// focused field is in sight with its label.
it("scrolls up to the label of a field that has the focus, but not to the top of one higher than the window", async () => {
  const rows: Record<string, DOMRect> = {
    low: new DOMRect(0, -30, 300, 90),
    high: new DOMRect(0, -30, 300, 5000),
  };
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function rect(this: Element) {
    const row = this.closest<HTMLElement>("[data-field]")?.dataset["field"];
    return (row !== undefined && rows[row]) || new DOMRect(0, 700, 300, 40);
  });
  function Rows() {
    const ref = useKeepInView();
    return (
      <form ref={ref}>
        <div data-field="low">
          <input aria-label="Path" />
        </div>
        <div data-field="high">
          <textarea aria-label="Lines" />
        </div>
      </form>
    );
  }
  render(<Rows />);
  screen.getByLabelText("Path").focus();
  await frame();
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: -42 });
  screen.getByLabelText("Lines").focus();
  await frame();
  expect(scrolled, "its end is below the window, its top stays").toHaveBeenLastCalledWith({ top: 0 });
});
