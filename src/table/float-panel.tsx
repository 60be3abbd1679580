import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { floatBeside } from "#ui/float.ts";

/** A box beside the button that opened it; Escape, a click or the focus elsewhere closes it. Focuses its first field. */
export function FloatPanel({
  id,
  label,
  anchor,
  align,
  onClose,
  children,
}: {
  id: string;
  label: string;
  anchor: HTMLElement;
  align: "start" | "end";
  /** `refocus`: the focus belongs to the button again. */
  onClose: (refocus: boolean) => void;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current) floatBeside(ref.current, anchor, align);
    ref.current?.querySelector<HTMLElement>("input, button, select")?.focus();
  }, [anchor, align]);
  useEffect(() => {
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!ref.current?.contains(target) && !anchor.contains(target)) onClose(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // A row that is open beside the table listens too: one Escape closes one thing.
      event.preventDefault();
      onClose(true);
    };
    document.addEventListener("keydown", escape, true);
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      document.removeEventListener("keydown", escape, true);
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  });
  return (
    <section
      ref={ref}
      id={id}
      aria-label={label}
      // A press on the text of an option gives the focus to what is around it: without this, to the page.
      tabIndex={-1}
      className="inset-auto m-0 max-h-(--room) w-64 max-w-[calc(100vw-1rem)] overflow-auto rounded-md bg-surface-raised p-3 text-content shadow-float"
    >
      {children}
    </section>
  );
}
