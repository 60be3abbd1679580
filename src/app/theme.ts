import { capital } from "#ui/format.ts";
import { createSignal } from "#ui/signal.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const THEME_ICONS = { system: "theme", light: "sun", dark: "moon" } as const;
export const themeWords = (theme: Theme): string => `${capital(theme)} theme`;

/** Read by src/api/boot.ts too, before the first paint. */
const NAME = "gatehouse.theme";
const changed = createSignal();

function storedTheme(): Theme {
  const value = document.documentElement.dataset["theme"];
  return value === "light" || value === "dark" ? value : "system";
}

/** Shows a theme and keeps the choice on this device; "system" follows the device and keeps nothing. */
export function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  try {
    if (theme === "system") localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, theme);
  } catch {
    // Without storage the choice holds until the tab closes.
  }
  changed.tell();
}

/** The chosen theme. */
export function useTheme(): Theme {
  return changed.useValue(storedTheme);
}
