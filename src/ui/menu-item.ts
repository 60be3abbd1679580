import type { IconName } from "./icon.tsx";

/** One line of a menu. */
export type MenuItem = {
  label: string;
  icon?: IconName;
  tone?: "danger";
  /** Why it can't be used now; shown under the label. */
  disabledReason?: string | undefined;
  onSelect?: () => void;
  /** A path to go to instead of `onSelect`. */
  to?: string;
};

export type MenuItems = readonly (MenuItem | "separator")[];

export type MenuProps = {
  /** Name of the button ("Actions for fra-gw-02"). */
  label: string;
  icon?: IconName;
  /** Visible text; without it the button is an icon. */
  text?: string;
  /** A function makes them when the menu opens, from code that may have to be loaded first. */
  items: MenuItems | (() => Promise<MenuItems>);
  align?: "start" | "end";
  size?: "md" | "sm";
};
