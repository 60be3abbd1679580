import { readFileSync } from "node:fs";

/** Left for requests, the database and agents from outside. */
const RESERVE = 500;
/** Both ends of a demo agent's socket are in this process. */
const FILES_PER_AGENT = 2;

/** How many demo agents fit into so many open files; null = not known, so all that are asked for. */
export function agentsThatFit(openFilesMax: number | null): number {
  if (openFilesMax === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.floor((openFilesMax - RESERVE) / FILES_PER_AGENT));
}

/** How many files this process may have open, where the system tells. */
export function openFilesMax(
  read: () => string = () => readFileSync("/proc/self/limits", "utf8"),
): number | null {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(read())?.[1];
    return limit === undefined ? null : Number(limit);
  } catch {
    // Only Linux has this file.
    return null;
  }
}
