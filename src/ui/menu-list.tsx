import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from "react";
import { useNavigate } from "react-router-dom";
import { cx } from "./cx.ts";
import { floatBeside } from "./float.ts";
import { Icon } from "./icon.tsx";
import type { MenuItem, MenuItems } from "./menu-item.ts";

/** The open menu of a MenuButton: arrow keys, Home, End, first letter, Enter, Escape. */
export function MenuList(props: {
  id: string;
  label: string;
  items: MenuItems;
  align: "start" | "end";
  focus: "first" | "last";
  anchor: { current: HTMLElement | null };
  onClose: (refocus: boolean) => void;
}) {
  const { anchor, align, focus, onClose } = props;
  const ref = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const entries = () => [...(ref.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

  useLayoutEffect(() => {
    if (ref.current && anchor.current) floatBeside(ref.current, anchor.current, align);
  });
  useLayoutEffect(() => {
    const all = [...(ref.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    all.at(focus === "last" ? -1 : 0)?.focus();
  }, [focus]);

  useEffect(() => {
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!ref.current?.contains(target) && !anchor.current?.contains(target)) onClose(false);
    };
    const moved = (event: Event) => {
      const { target } = event;
      if (!ref.current || !anchor.current) return;
      // The target of a resize is the window.
      if (target instanceof Node && ref.current.contains(target)) return;
      // A refresh that shortens the list scrolls too: the menu goes along, and closes only when its button is out of sight.
      const { top, bottom } = anchor.current.getBoundingClientRect();
      if (bottom < 0 || top > window.innerHeight) onClose(false);
      else floatBeside(ref.current, anchor.current, align);
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("scroll", moved, true);
    window.addEventListener("resize", moved);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("scroll", moved, true);
      window.removeEventListener("resize", moved);
    };
  });

  const select = (item: MenuItem) => {
    if (item.disabledReason) return;
    onClose(true);
    item.onSelect?.();
    if (item.to) void navigate(item.to);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Tab") return onClose(true);
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      return onClose(true);
    }
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    const letter = event.key.length === 1 ? event.key.toLowerCase() : null;
    const next =
      step === undefined
        ? letter &&
          [...all.slice(at + 1), ...all].find((item) => item.textContent?.toLowerCase().startsWith(letter))
        : all.at(step % all.length);
    if (!next) return undefined;
    event.preventDefault();
    return next.focus();
  };

  return (
    <div
      ref={ref}
      id={props.id}
      role="menu"
      tabIndex={-1}
      aria-label={props.label}
      onKeyDown={onKeyDown}
      className="fixed inset-auto z-30 m-0 max-h-(--room) w-66 max-w-[calc(100vw-1rem)] rounded-md bg-surface-raised p-1 text-sm font-normal whitespace-normal text-content shadow-float"
    >
      {props.items.map((item, index) =>
        item === "separator" ? (
          <hr key={`separator-${index}`} className="my-1 border-line" />
        ) : (
          <Entry key={item.label} item={item} onSelect={() => select(item)} />
        ),
      )}
    </div>
  );
}

function Entry({ item, onSelect }: { item: MenuItem; onSelect: () => void }) {
  const off = Boolean(item.disabledReason);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={off || undefined}
      onClick={onSelect}
      className={cx(
        "flex w-full items-start gap-2 rounded-sm px-2 py-1.5 text-left",
        off
          ? "cursor-not-allowed text-content-faint"
          : cx("hover:bg-surface-hover focus:bg-surface-hover", item.tone === "danger" && "text-danger"),
      )}
    >
      {item.icon ? (
        <Icon name={item.icon} className={cx("mt-0.5", item.tone !== "danger" && "text-content-muted")} />
      ) : null}
      <span className="min-w-0">
        {item.label}
        {item.disabledReason ? (
          <small className="block text-xs text-content-muted">{item.disabledReason}</small>
        ) : null}
      </span>
    </button>
  );
}
