import { lazyPart } from "#ui/lazy-export.ts";

/** The dialog of a command to an agent, loaded when it is first opened. */
export const ActionDialog = lazyPart(() => import("./action-dialog.tsx"), "ActionDialog");
