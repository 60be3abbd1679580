import { createContext, type ReactNode } from "react";

/** Why the console itself wants to leave: the service refused the key, or (without a status) the user signed out in another tab. */
export type RefusedKey = {
  msg: string;
  status?: number | undefined;
  code?: string | undefined;
  operationId?: string | undefined;
};

export type RefusedDialogProps = {
  /** What is not saved: "your changes to this key", "the new key". */
  what: string;
  refused: RefusedKey;
  onLater: () => void;
  onConnected: () => void;
  onLeave: () => void;
};

/** The dialog that takes another key, given by the shell: a form may not know the API. */
export const RefusedDialogContext = createContext<((props: RefusedDialogProps) => ReactNode) | null>(null);
