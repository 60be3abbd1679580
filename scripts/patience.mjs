// How long a test waits for what must come. Long, as what waits on a busy machine is not wrong: a shorter wait in a test is a promise
// about time, and has a name.

/** For one state, in ms. */
export const WAIT_MS = 45_000;

/** For a whole test or hook, in ms: several waits, and the work between them. */
export const TEST_MS = 300_000;
