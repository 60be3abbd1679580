import { useSyncExternalStore } from "react";

/** Where the service is and with which key. The key lives in memory and sessionStorage (decisions/api/key.md). */
export type Connection = { baseUrl: string; key: string; versionHeader: string };

const NAME = "gatehouse.connection";

let current: Connection | null | undefined;
let lastPlace: Omit<Connection, "key"> | null = null;
let refusedKey: string | undefined;
const listeners = new Set<() => void>();

/** What another tab or the storage holds, when it is a connection. */
export function connectionOf(value: unknown): Connection | null {
  const { baseUrl, key, versionHeader } = (value ?? {}) as Partial<Record<string, unknown>>;
  const isOne =
    typeof baseUrl === "string" && typeof key === "string" && key !== "" && typeof versionHeader === "string";
  return isOne ? { baseUrl, key, versionHeader } : null;
}

function read(kind: "localStorage" | "sessionStorage"): Connection | null {
  try {
    return connectionOf(JSON.parse(globalThis[kind].getItem(NAME) ?? "null"));
  } catch {
    return null;
  }
}

function write(kind: "localStorage" | "sessionStorage", connection: Connection | null): void {
  try {
    if (connection) globalThis[kind].setItem(NAME, JSON.stringify(connection));
    else globalThis[kind].removeItem(NAME);
  } catch {
    // A full or forbidden storage means only that the key is asked for again.
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** The connection in use: this tab's, else the remembered one; null when there is none. */
export function getConnection(): Connection | null {
  current ??= read("sessionStorage") ?? read("localStorage");
  return current;
}

/** The connection this device was asked to remember, or null. */
export function getRemembered(): Connection | null {
  return read("localStorage");
}

/** Uses a connection from now on. With `remember` it also outlives the tab; without, a remembered one is forgotten. */
export function setConnection(connection: Connection, { remember }: { remember: boolean }): void {
  // Another object, also for the same key: that it was refused is over.
  current = { ...connection };
  write("sessionStorage", connection);
  write("localStorage", remember ? connection : null);
  tell();
}

/** Where the key in use belongs, or the one that was forgotten last in this tab. */
export function getPlace(): Omit<Connection, "key"> | null {
  return getConnection() ?? lastPlace;
}

/** The key that the service refused last: other tabs may still have it, and hand it over. */
export const getRefusedKey = () => refusedKey;

/** Forgets the key in memory, tab and device. Other tabs keep theirs: {@link signOut} reaches them. */
export function forgetConnection(isRefused = false): void {
  const used = getConnection();
  if (isRefused) refusedKey = used?.key;
  if (used) lastPlace = { baseUrl: used.baseUrl, versionHeader: used.versionHeader };
  current = null;
  write("sessionStorage", null);
  write("localStorage", null);
  tell();
}

/** Drops what is held in memory, so that the next read sees the storage. For tests that play a new tab. */
export function rereadConnection(): void {
  current = undefined;
  tell();
}

/** The connection in use, kept up to date. */
export function useConnection(): Connection | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getConnection);
}

/** The base URL as an absolute URL without a slash at its end; a relative one ("/api") belongs to this page's origin. */
export function absoluteBase(
  baseUrl: string,
  origin = globalThis.location?.origin ?? "http://localhost",
): string {
  return new URL(baseUrl, origin).href.replace(/\/+$/, "");
}
