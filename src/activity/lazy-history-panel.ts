import { lazyPart } from "#ui/lazy-export.ts";

/** The history of an object, for its page. */
export const HistoryPanel = lazyPart(() => import("./history-panel.tsx"), "HistoryPanel");
