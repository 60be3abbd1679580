import { lazyPart } from "#ui/lazy-export.ts";

/** The question before a key is deleted, loaded when it is first asked. */
export const DeleteKeyDialog = lazyPart(() => import("./delete-key-dialog.tsx"), "DeleteKeyDialog");
