import { useId, useRef, useState, type KeyboardEvent } from "react";
import { Button, IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import type { MenuItems, MenuProps } from "./menu-item.ts";
import type { MenuList as List } from "./menu-list.tsx";

let MenuList: typeof List | null = null;

/** Loads what an open menu needs, once. A menu does it when its button is pointed at, focused or pressed. */
export async function loadMenu(): Promise<void> {
  MenuList ??= (await import("./menu-list.tsx")).MenuList;
}

/** A button that opens a menu. */
export function MenuButton({ label, icon, text, items, align = "end", size = "md" }: MenuProps) {
  const [open, setOpen] = useState<{ focus: "first" | "last"; items: MenuItems } | null>(null);
  const wrap = useRef<HTMLSpanElement>(null);
  const id = useId();
  const close = (refocus: boolean) => {
    setOpen(null);
    if (refocus) wrap.current?.querySelector("button")?.focus();
  };
  const load = async () => {
    await loadMenu();
    return typeof items === "function" ? items() : items;
  };
  // Without a pause once the code is there; a part that can't be loaded leaves the menu shut, and the next press tries again.
  const show = (focus: "first" | "last") => {
    if (MenuList && typeof items !== "function") setOpen({ focus, items });
    else
      void load().then(
        (made) => setOpen({ focus, items: made }),
        () => undefined,
      );
  };
  const prepare = () => void load().catch(() => undefined);
  const trigger = {
    onPointerEnter: prepare,
    onFocus: prepare,
    size,
    "aria-haspopup": "menu" as const,
    "aria-expanded": open !== null,
    "aria-controls": open ? id : undefined,
    onClick: () => (open ? setOpen(null) : show("first")),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      show(event.key === "ArrowUp" ? "last" : "first");
    },
  };
  return (
    <span ref={wrap} className="inline-flex">
      {text ? (
        <Button {...trigger} {...(icon ? { icon } : {})} aria-label={label}>
          {text}
          <Icon name="down" size={12} />
        </Button>
      ) : (
        <IconButton {...trigger} icon={icon ?? "more"} label={label} />
      )}
      {open && MenuList ? (
        <MenuList
          id={id}
          label={label}
          items={typeof items === "function" ? open.items : items}
          align={align}
          focus={open.focus}
          anchor={wrap}
          onClose={close}
        />
      ) : null}
    </span>
  );
}
