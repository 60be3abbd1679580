/**
 * A module for `node --import`, which lets a test move the clock of a process: each SIGUSR2 by another hour, day or month,
 * forth and back.
 */
export const CLOCK = `data:text/javascript,${encodeURIComponent(`
  const hour = 3_600_000;
  const jumps = [hour, -hour, -24 * hour, 24 * hour, 720 * hour, -720 * hour, 0];
  const Real = Date;
  const now = Real.now;
  let at = -1;
  const offset = () => jumps[at % jumps.length] ?? 0;
  globalThis.Date = class extends Real {
    constructor(...given) {
      super(...(given.length === 0 ? [now() + offset()] : given));
    }
    static now() {
      return now() + offset();
    }
  };
  process.on("SIGUSR2", () => (at += 1));
`)}`;
