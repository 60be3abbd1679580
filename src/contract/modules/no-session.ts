/** Why a login lets nobody in who has not signed in yet. */
export const NO_SESSION = "No session";
