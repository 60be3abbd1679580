import type { MenuProps } from "#ui/menu-item.ts";
import { MenuButton } from "#ui/menu.tsx";

/** The menu at the end of a row. */
export function RowMenu({ name, items }: { name: string } & Pick<MenuProps, "items">) {
  return <MenuButton label={`Actions for ${name}`} size="sm" items={items} />;
}
