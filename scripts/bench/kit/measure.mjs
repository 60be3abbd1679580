import { readFileSync } from "node:fs";

/** A clock tick of /proc, in milliseconds. */
const TICK_MS = 10;

/** How many files one process may have open, where the system tells. */
export const openFilesMax = () =>
  Number(/^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? Infinity);

/** @param {readonly number[]} all @param {number} share */
export const quantile = (all, share) => all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] ?? 0;

/** What a process has used until now, where the system has /proc: CPU of user and system in milliseconds, memory in bytes. @param {number} pid */
export function usage(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    memory: Number(kilobytes) * 1024,
  };
}
