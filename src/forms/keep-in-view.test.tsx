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
const scrolled = vi.fn<() => void>();
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
