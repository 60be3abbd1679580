import * as Radix from "@radix-ui/react-dialog";
import { useEffect, useEffectEvent, useRef, type FocusEvent, type ReactNode } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { dialogFooter } from "./dialog-footer.ts";
import { cx } from "./cx.ts";
import { useReturnFocus } from "./return-focus.ts";

type Props = {
  /** Asked for by Escape and a click beside it. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** false: neither Escape nor a click beside it closes it; the footer must offer the way out. */
  dismissible?: boolean;
  /** Back and Forward close it, where Escape does: what it asks is about the page behind it, which is another then. */
  closesOnBack?: boolean;
  /** It opens on the first button of its footer, the safe answer, whatever its text has. */
  question?: boolean;
  width?: "md" | "lg";
  footer: ReactNode;
  children?: ReactNode;
};

function useScrollLock(): void {
  useEffect(() => {
    const list = document.documentElement.classList;
    // A dialog below this one keeps it.
    if (list.contains("overflow-hidden")) return undefined;
    list.add("overflow-hidden");
    return () => list.remove("overflow-hidden");
  }, []);
}

/** Calls `close` once Back or Forward led elsewhere while `enabled`. */
function useCloseOnBack(enabled: boolean, close: () => void): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const at = useRef(key);
  const act = useEffectEvent(() => {
    if (enabled && type === NavigationType.Pop) close();
  });
  useEffect(() => {
    if (at.current === key) return;
    at.current = key;
    act();
  }, [key]);
}

/**
 * A modal dialog, open while it is mounted: keeps the focus, gives it back, a sheet from below on narrow windows. Import
 * what uses it lazily.
 * Radix's own overlay is left out: its scroll lock injects a style element, which the CSP forbids.
 */
export function Dialog({
  onClose,
  title,
  description,
  dismissible = true,
  closesOnBack = false,
  question = false,
  width = "md",
  footer,
  children,
}: Props) {
  useScrollLock();
  useCloseOnBack(closesOnBack && dismissible, onClose);
  const giveBack = useReturnFocus();
  const hold = (event: Event) => {
    if (!dismissible) event.preventDefault();
  };
  // Radix hears it before the field whose suggestions it closes, or the menu.
  const escape = (event: KeyboardEvent) => {
    if (document.activeElement?.closest(":is(input, textarea)[aria-controls], [role=menu]"))
      event.preventDefault();
    else hold(event);
  };
  const first = (event: Event) => {
    if (!question || !(event.currentTarget instanceof HTMLElement)) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>("footer button")?.focus();
  };
  const next = useRef<EventTarget | null>(null);
  // Radix takes the focus when something leaves the dialog while it moves, as suggestions do: it goes where it was to go.
  const onFocus = (event: FocusEvent) => {
    if (event.target === event.currentTarget && next.current instanceof HTMLElement) next.current.focus();
    next.current = null;
  };
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        <div aria-hidden="true" className="fixed inset-0 z-50 bg-backdrop" />
        <Radix.Content
          onOpenAutoFocus={first}
          onCloseAutoFocus={giveBack}
          onEscapeKeyDown={escape}
          onInteractOutside={hold}
          onBlur={({ relatedTarget }) => (next.current = relatedTarget)}
          onFocus={onFocus}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={cx(
            "fixed inset-x-0 bottom-0 z-50 flex max-h-[calc(100dvh-1rem)] flex-col rounded-t-lg bg-surface-raised text-content shadow-dialog outline-none md:inset-0 md:m-auto md:h-fit md:max-h-[calc(100dvh-2rem)] md:w-[calc(100vw-2rem)] md:rounded-lg",
            width === "lg" ? "md:max-w-170" : "md:max-w-140",
          )}
        >
          <header className="grid gap-1 px-5 pt-5">
            <Radix.Title className="wrap-anywhere">{title}</Radix.Title>
            {description ? (
              <Radix.Description className="text-content-muted">{description}</Radix.Description>
            ) : null}
          </header>
          <div className="grid min-h-0 gap-4 overflow-auto px-5 pt-4 pb-5 *:min-w-0">{children}</div>
          <footer
            ref={dialogFooter}
            className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3 max-md:*:flex-1"
          >
            {footer}
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What stands at the left of a dialog's buttons: the ways to take its request along. */
export function DialogAside({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex md:mr-auto max-md:[&_span:has(button)]:flex-1 max-md:[&_span>button]:flex-1">
      {children}
    </span>
  );
}
