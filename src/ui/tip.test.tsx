import { act, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Button } from "./button.tsx";

const open = new Set<Element>();
const { matches } = HTMLElement.prototype as { matches: (this: Element, selector: string) => boolean };

let byKey = false;
const onKey = () => (byKey = true);
const onPointer = () => (byKey = false);

// jsdom has no popovers: what is told to open and to close is written down. Its :focus-visible knows only what happened after
// the first selector it was asked for, so a focus by key is told by the key.
beforeEach(() => {
  open.clear();
  byKey = false;
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("pointerdown", onPointer, true);
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      open.add(this);
    },
    hidePopover(this: HTMLElement) {
      open.delete(this);
    },
  });
  vi.spyOn(HTMLElement.prototype, "matches").mockImplementation(function (this: HTMLElement, selector) {
    if (selector === ":focus-visible") return byKey && document.activeElement === this;
    return selector === ":popover-open" ? open.has(this) : matches.call(this, selector);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  document.removeEventListener("keydown", onKey, true);
  document.removeEventListener("pointerdown", onPointer, true);
  Reflect.deleteProperty(HTMLElement.prototype, "showPopover");
  Reflect.deleteProperty(HTMLElement.prototype, "hidePopover");
});

const tips = () => [...open].map(({ textContent }) => textContent);
const show = () =>
  render(
    <>
      <Button disabledReason="Wait 7 s">Restart</Button>
      <Button disabledReason="Up to date">Update</Button>
    </>,
  );
const button = (name: RegExp) => screen.getByRole("button", { name });

// Cause: a button kept its tip while it had the focus, and the one under the pointer showed another over it.
// Law: one tip at a time, for what was asked about last.
it("takes the place of the tip that was shown", async () => {
  const user = userEvent.setup();
  show();
  await user.tab();
  expect(tips()).toEqual(["Wait 7 s"]);
  fireEvent.pointerMove(button(/Update/), { movementX: 3, movementY: 0 });
  expect(tips()).toEqual(["Up to date"]);
  await user.tab();
  expect(tips()).toEqual(["Up to date"]);
  fireEvent.pointerLeave(button(/Update/));
  expect(tips()).toEqual([]);
});

// Cause: a dialog that opened under the resting pointer, or gave the focus back, made a tip appear.
// Law: nothing shows unasked.
it("shows for a pointer that moves and a key that focuses, not for what comes under the pointer or gets the focus back", async () => {
  const user = userEvent.setup();
  show();
  fireEvent.pointerEnter(button(/Restart/));
  fireEvent.pointerMove(button(/Restart/), { movementX: 0, movementY: 0 });
  expect(tips()).toEqual([]);
  await user.click(document.body);
  act(() => button(/Restart/).focus());
  expect(tips()).toEqual([]);
  // By touch there is neither a move nor a key.
  fireEvent.click(button(/Restart/));
  expect(tips()).toEqual(["Wait 7 s"]);
});
