import { createSignal } from "./signal.ts";

/** Told when another key was taken over what is open: a refusal of the last one is past. */
export const signedIn = createSignal();
