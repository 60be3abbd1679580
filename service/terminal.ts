import { execFileSync } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * Calls `act` for each line typed into the terminal, only while this process is in its foreground: one in the background
 * is stopped by the system when it reads. False where there is no terminal to read.
 */
export function onEnter(
  act: () => void,
  {
    input = process.stdin,
    isForeground = inForeground,
  }: { input?: NodeJS.ReadableStream & { isTTY?: boolean }; isForeground?: () => boolean } = {},
): boolean {
  if (!input.isTTY || !isForeground()) return false;
  const lines = createInterface({ input, terminal: false }).on("line", act);
  process.on("SIGCONT", () => (isForeground() ? lines.resume() : lines.pause()));
  return true;
}

/** True also where nobody knows, as on Windows, which has no background. */
function inForeground(): boolean {
  try {
    const ids = execFileSync("ps", ["-o", "pgid=,tpgid=", "-p", String(process.pid)], { encoding: "utf8" });
    const [own, foreground] = ids.trim().split(/\s+/);
    return own === foreground;
  } catch {
    return true;
  }
}
