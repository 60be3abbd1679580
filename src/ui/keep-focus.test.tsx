// Cause: what is removed from the page takes the focus with it to the body. Law: the focus is never lost.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepFocus } from "./keep-focus.ts";

let end = () => {};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  document.body.innerHTML = `
    <main id="main" tabindex="-1">
      <section id="box" tabindex="-1"><div id="row"><button id="delete">Delete</button></div></section>
      <div id="bar"><button id="discard">Discard</button></div>
      <button id="other">Other</button>
    </main>`;
  end = keepFocus();
});
afterEach(() => {
  end();
  vi.useRealTimers();
  document.body.innerHTML = "";
});

const by = (id: string) => document.getElementById(id);

async function removed(id: string): Promise<void> {
  by(id)?.remove();
  // The observer is told in a microtask.
  await Promise.resolve();
}

it.each([
  ["delete", "row", "box"],
  ["discard", "discard", "main"],
  ["discard", "bar", "main"],
  ["delete", "box", "main"],
])("%s has the focus, %s is removed: %s has it", async (focused, gone, next) => {
  by(focused)?.focus();
  await removed(gone);
  expect(document.activeElement).toBe(document.body);
  vi.runAllTimers();
  expect(document.activeElement).toBe(by(next));
});

it("whoever places the focus meanwhile keeps it", async () => {
  by("discard")?.focus();
  await removed("discard");
  by("other")?.focus();
  vi.runAllTimers();
  expect(document.activeElement).toBe(by("other"));
});

it("leaves the focus where it was put: on the body by a click beside, on what stays when others go", async () => {
  by("other")?.focus();
  await removed("row");
  vi.runAllTimers();
  expect(document.activeElement).toBe(by("other"));
  by("other")?.blur();
  await removed("discard");
  vi.runAllTimers();
  expect(document.activeElement).toBe(document.body);
});

// Cause: after Discard, Try again or a removed entry the focus went to the top of the page. Law: it goes to what replaced what had
// it, or to the next thing beside that.
it.each([
  ["what replaced it", "two", "new"],
  ["the next one", "one", "two"],
  ["of the last the one before", "three", "two"],
])("%s has the focus after %s", async (what, gone, next) => {
  const list = document.createElement("ul");
  list.innerHTML = ["one", "two", "three"].map((id) => `<li id="${id}"><button>${id}</button></li>`).join("");
  by("main")?.append(list);
  const item = by(gone);
  item?.querySelector("button")?.focus();
  const before = item?.previousElementSibling;
  await removed(gone);
  if (what === "what replaced it") before?.insertAdjacentHTML("afterend", `<li><a href="/">new</a></li>`);
  vi.runAllTimers();
  expect(document.activeElement?.textContent).toBe(next);
});
