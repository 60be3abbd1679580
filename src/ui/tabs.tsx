import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { cx } from "./cx.ts";

type Tab = { id: string; label: string; badge?: ReactNode };

/** Tabs over one panel: arrow keys, Home and End move and select. `children` is the panel of `value`; `beside` stands at the end of their line. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
  beside,
  children,
}: {
  label: string;
  tabs: Tab[];
  value: string;
  onChange: (id: string) => void;
  beside?: ReactNode;
  children: ReactNode;
}) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    const tab = tabs[index];
    if (!tab) return;
    onChange(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex items-center border-b border-line">
        <div
          ref={list}
          role="tablist"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={move}
          className="flex flex-1 gap-4"
        >
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${base}-${tab.id}`}
              aria-selected={tab.id === value}
              aria-controls={`${base}-panel`}
              tabIndex={tab.id === value ? 0 : -1}
              onClick={() => onChange(tab.id)}
              className={cx(
                "-mb-px inline-flex h-row items-center gap-1.5 border-b-2",
                tab.id === value ? "border-accent font-strong" : "border-transparent text-content-muted",
              )}
            >
              {tab.label}
              {tab.badge}
            </button>
          ))}
        </div>
        {beside}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${value}`} className="min-w-0">
        {children}
      </div>
    </div>
  );
}
