/** What keys do on a row, beside moving. */
export type RowKeys = {
  count: number;
  choose?: ((key: string, range: boolean) => void) | undefined;
  open?: ((key: string) => void) | undefined;
};

const rowOf = (element: Element | null) => element?.closest<HTMLElement>("[data-key]") ?? null;
const PAGE = 10;
const FRAMES = 20;

function targetIndex(key: string, index: number, count: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + PAGE,
    PageUp: index - PAGE,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to));
}

/** What a key does on the row of `at`, as {@link useRowKeys} says. */
export function onRowKey(
  body: HTMLElement,
  event: KeyboardEvent,
  { count, choose, open }: RowKeys,
  at: EventTarget | null,
): void {
  const target = at as HTMLElement;
  const row = rowOf(target);
  const key = row?.dataset["key"];
  if (!row || key === undefined || target.closest('[role="menu"], [aria-haspopup]')) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const box = target instanceof HTMLInputElement;
  // A checkbox does it itself: what was pressed while this was on its way would count twice.
  if (event.key === " " && choose && !box && !(target instanceof HTMLButtonElement)) {
    event.preventDefault();
    return choose(key, event.shiftKey);
  }
  if (event.key === "ArrowRight" && open && !box) {
    event.preventDefault();
    return open(key);
  }
  const index = Number(row.dataset["index"]);
  const to = targetIndex(event.key, index, count);
  if (to === null || to === index) return undefined;
  event.preventDefault();
  const part = box ? "input" : "a";
  const arrive = (next: HTMLElement) => {
    next.querySelector<HTMLElement>(part)?.focus();
    const nextKey = next.dataset["key"];
    if (!event.shiftKey || !choose || nextKey === undefined) return;
    choose(nextKey, true);
  };
  return reach(body, to, arrive);
}

/** Calls `arrive` with the row at an index, scrolled to when it is not in the document yet. */
function reach(body: HTMLElement, index: number, arrive: (row: HTMLElement) => void, frames = FRAMES): void {
  const row = body.querySelector<HTMLElement>(`[data-index="${index}"]`);
  if (row) return arrive(row);
  const all = body.querySelector("tbody")?.getBoundingClientRect();
  const count = Number(body.getAttribute("aria-rowcount")) - 1;
  if (!all || frames === 0) return undefined;
  window.scrollTo({ top: window.scrollY + all.top + (all.height * index) / count - window.innerHeight / 2 });
  requestAnimationFrame(() => reach(body, index, arrive, frames - 1));
  return undefined;
}
