import { createContext, type ReactNode } from "react";

/** Why the console itself wants to leave: the service answered 401. */
export type RefusedKey = { msg: string; code?: string | undefined; operationId?: string | undefined };

export type RefusedDialogProps = {
  /** Whose changes are unsaved: "the new key". */
  what: string;
  refused: RefusedKey;
  onLater: () => void;
  onConnected: () => void;
  onLeave: () => void;
};

/** The dialog that takes another key, given by the shell: a form may not know the API. */
export const RefusedDialogContext = createContext<((props: RefusedDialogProps) => ReactNode) | null>(null);
