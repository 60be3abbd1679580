import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { IconButton } from "#ui/button.tsx";
import { giveFocus } from "#ui/give-focus.ts";
import { Note } from "#ui/note.tsx";
import { hideBehind } from "./hide-behind.ts";
import { useNarrow } from "./narrow.ts";

/**
 * A row beside its table: right of it, over the whole width on narrow windows. Not modal; Escape closes it. It gets the focus
 * when a key on a row opened it, or when the row is behind it.
 */
export function SidePanel({
  title,
  left,
  onClose,
  children,
}: {
  title: ReactNode;
  /** What the row was, in one word, once it left the list. */
  left: string | null;
  onClose: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<Element | null>(null);
  const narrow = useNarrow();
  const show = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    before.current = document.activeElement;
    if (before.current?.closest("[data-key]")) heading.current?.focus();
  }, []);
  useEffect(() => {
    if (!narrow || !panel.current) return undefined;
    if (!panel.current.contains(document.activeElement)) heading.current?.focus();
    show.current = hideBehind(panel.current);
    return show.current;
  }, [narrow]);
  const goBack = () => {
    show.current?.();
    giveFocus(before.current);
  };
  // Not after the paint: who sees the panel may press Escape.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (panel.current?.contains(document.activeElement)) goBack();
      onClose();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
  return (
    <aside
      ref={panel}
      aria-label="Opened row"
      data-beside
      className="fixed inset-y-0 right-0 z-20 flex w-96 max-md:w-full flex-col border-l border-line bg-surface-raised shadow-dialog"
    >
      <header className="flex min-h-bar items-center gap-2 border-b border-line px-4 py-2">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 text-md wrap-anywhere">
          {title}
        </h2>
        <IconButton
          icon="x"
          label="Close"
          size="sm"
          onClick={() => {
            goBack();
            onClose();
          }}
        />
      </header>
      <div aria-live="polite" className="empty:hidden border-b border-line p-4">
        {left === null ? null : (
          <Note>This {left} is no longer in the list. You see its last known state.</Note>
        )}
      </div>
      <div className="grid min-h-0 flex-1 content-start gap-4 overflow-auto p-4">{children}</div>
    </aside>
  );
}
