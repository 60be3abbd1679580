import type { NavigateFunction } from "react-router-dom";
import { showOverlay } from "#components/palette-registry.ts";
import { href } from "#resources/paths.ts";
import { NAVIGATION } from "./navigation.tsx";
import {
  createLink,
  hasForm,
  moveInTable,
  saveForm,
  searchField,
  tableWithRows,
} from "./shortcut-targets.ts";

/** One shortcut: what the handler does and the dialog says. */
export type Shortcut = {
  /** Keys one after the other, as KeyboardEvent.key names them. */
  keys: readonly string[];
  /** With Ctrl or ⌘: then it works in fields and dialogs too. */
  mod?: boolean;
  /** Another key that does the same, as KeyboardEvent.key names it. */
  also?: string;
  does: string;
  group: "Go to" | "On this page" | "In the table" | "Everywhere";
  /** Whether it does anything on the page as it is. */
  applies: () => boolean;
  /** Left out where the part with the focus, or the shell, handles the key. */
  run?: (navigate: NavigateFunction) => void;
};

const LETTERS: Record<string, string | undefined> = {
  [href.home()]: "o",
  [href.sessions()]: "s",
  [href.tunnels()]: "t",
  [href.endpoints()]: "e",
  [href.traffic()]: "q",
  [href.rollouts()]: "l",
  [href.activity()]: "v",
  [href.events()]: "y",
  [href.eventSubscriptions()]: "u",
  [href.eventDestinations()]: "w",
  [href.edges()]: "d",
  [href.ipRules()]: "r",
  [href.ipPolicies()]: "p",
  [href.backends()]: "b",
  [href.certificateAuthorities()]: "c",
  [href.keys()]: "k",
  [href.authtokens()]: "a",
};

const always = () => true;
const hasRows = () => tableWithRows() !== null;
const hasInTable = (selector: string) => () =>
  tableWithRows()?.querySelector(selector) instanceof HTMLElement;
const inTable = (key: string, does: string, rest: Partial<Shortcut> = {}): Shortcut => ({
  keys: [key],
  does,
  group: "In the table",
  applies: hasRows,
  ...rest,
});

/** Every shortcut of the console: the dialog lists it, the handler runs it, a test presses each. */
export const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: ["k"],
    mod: true,
    does: "Find a page or resource, or run a command",
    group: "Everywhere",
    applies: always,
  },
  {
    keys: ["?"],
    does: "Show shortcuts",
    group: "Everywhere",
    applies: always,
    run: () => showOverlay("shortcuts"),
  },
  { keys: ["Escape"], does: "Close a dialog, menu or panel", group: "Everywhere", applies: always },
  {
    keys: ["/"],
    does: "Search this list",
    group: "On this page",
    applies: () => searchField() !== null,
    run: () => searchField()?.select(),
  },
  {
    keys: ["n"],
    does: "Create new",
    group: "On this page",
    applies: () => createLink() !== null,
    run: () => createLink()?.click(),
  },
  {
    keys: ["Enter"],
    mod: true,
    does: "Save the form",
    group: "On this page",
    applies: hasForm,
    run: saveForm,
  },
  inTable("j", "Next row", { also: "ArrowDown", run: () => moveInTable("ArrowDown") }),
  inTable("k", "Previous row", { also: "ArrowUp", run: () => moveInTable("ArrowUp") }),
  inTable("Enter", "Open the row", { applies: hasInTable("[data-key] a") }),
  inTable("ArrowRight", "Show row details", {
    applies: () => tableWithRows()?.dataset["opens"] !== undefined,
  }),
  inTable(" ", "Select the row", { applies: hasInTable("[data-key] input[type=checkbox]") }),
  ...NAVIGATION.flatMap(({ links }) => links).flatMap(({ to, label }): Shortcut[] => {
    const letter = LETTERS[to];
    if (letter === undefined) return [];
    const run = (navigate: NavigateFunction) => void navigate(to);
    return [{ keys: ["g", letter], does: label, group: "Go to", applies: always, run }];
  }),
];
