/** What shortcuts act on, looked up on the page as it is when a key is pressed. */
const visible = (element: Element) => element.checkVisibility?.() ?? true;

function firstIn<E extends Element>(selector: string, is: (element: E) => boolean = () => true): E | null {
  const main = document.getElementById("main");
  return [...(main?.querySelectorAll<E>(selector) ?? [])].find((one) => visible(one) && is(one)) ?? null;
}

/** The search of the list on this page. */
export const searchField = () => firstIn<HTMLInputElement>('input[type="search"]');

/** The link of this page that makes a new one. */
export const createLink = () =>
  firstIn<HTMLAnchorElement>('a[href*="/new"]', ({ pathname }) => pathname.endsWith("/new"));

/** The table of this page, if it has rows to move between. */
export const tableWithRows = () =>
  firstIn<HTMLTableElement>("table", (table) => table.querySelector("[data-key]") !== null);

/** Moves the focus to another row, as the arrow key does; from outside of the table to its first row in sight. */
export function moveInTable(key: "ArrowDown" | "ArrowUp"): void {
  const table = tableWithRows();
  const active = document.activeElement;
  if (active?.closest("[data-key]") && table?.contains(active))
    active.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  else {
    const rows = [...(table?.querySelectorAll<HTMLElement>("[data-key]") ?? [])];
    const row = rows.find((one) => one.getBoundingClientRect().top >= 0) ?? rows[0];
    (row?.querySelector<HTMLElement>("a") ?? row?.querySelector<HTMLElement>("input"))?.focus();
  }
}

/** The button that sends a form, in it or elsewhere. */
function submitOf(form: HTMLFormElement): HTMLElement | null {
  const buttons = [...form.elements].filter((one) => one instanceof HTMLButtonElement);
  return buttons.find(({ type }) => type === "submit") ?? null;
}

/** Whether this page has a form that can be sent. */
export const hasForm = () => firstIn<HTMLFormElement>("form", (form) => submitOf(form) !== null) !== null;

/** Presses the button that saves or sends the form with the focus: one that is off stays off. */
export function saveForm(): void {
  const form = document.activeElement?.closest("form");
  if (form) submitOf(form)?.click();
}

const NO_TEXT = new Set(["checkbox", "radio", "button", "submit", "reset", "range", "color", "file"]);

/** Whether keys are text where the focus is, or choose in a menu. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NO_TEXT.has(target.type);
  return (
    target.isContentEditable ||
    target.closest(
      'textarea, select, [role="textbox"], [role="combobox"], [role="menu"], [role="listbox"]',
    ) !== null
  );
}
