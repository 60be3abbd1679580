import type { Logger } from "pino";

type Level = "error" | "warn" | "info";

/** A log whose lines wait until `release`: a start that fails is told by its own fault, in one line. */
export function heldLog(log: Pick<Logger, Level>): Pick<Logger, Level> & { release: () => void } {
  let held: (() => void)[] | null = [];
  const at =
    (level: Level) =>
    (...line: [unknown, string?]): void => {
      const write = () => log[level](...(line as [object, string?]));
      if (held) held.push(write);
      else write();
    };
  return {
    error: at("error"),
    warn: at("warn"),
    info: at("info"),
    release: () => {
      const waiting = held ?? [];
      held = null;
      for (const write of waiting) write();
    },
  };
}
