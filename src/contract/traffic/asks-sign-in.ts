import { isLogin } from "#contract/modules/kinds.ts";
import { NO_SESSION } from "#contract/modules/no-session.ts";

/** Whether who is stopped for this reason can sign in. */
export const asksSignIn = (kind: string, reason: string): boolean => isLogin(kind) && reason === NO_SESSION;
