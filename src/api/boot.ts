// index.html holds this as text (vite.config.ts): it runs before any script is loaded, so it imports nothing.

/** What the page at a path needs first, besides the scripts of every page: GETs below the base URL, and its own scripts. */
export type FirstOf = Readonly<
  Record<string, { requests: readonly string[]; scripts: readonly string[] } | undefined>
>;

declare global {
  /** What was asked for before the console ran, when (ms), of which service, with which key; taken by src/api/early.ts. */
  var gatehouseEarly:
    | { at: number; baseUrl: string; key: string; answers: Map<string, Promise<Response>> }
    | undefined;
}

type Kept = { baseUrl: string; key: string; versionHeader: string };

/**
 * Before the first paint: the stored theme, and which of the shells of index.html shows. Where storage is off the system
 * decides, and nobody is signed in. For who is, what the page needs first is asked for, rather than once its code is there.
 */
export function boot(first: FirstOf, version: string): void {
  const { dataset } = document.documentElement;
  const { origin, pathname } = location;
  let kept: Kept | null = null;
  try {
    const theme = localStorage.getItem("gatehouse.theme") ?? "";
    if (/^(light|dark)$/.test(theme)) dataset["theme"] = theme;
    const name = "gatehouse.connection";
    kept = JSON.parse(sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? "null") as Kept | null;
  } catch {
    // Asked for below.
  }
  if (!kept?.baseUrl || !kept.key || !kept.versionHeader || pathname === "/connect") {
    dataset["boot"] = "connect";
    return;
  }
  for (const script of first[pathname]?.scripts ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = script;
    document.head.append(link);
  }
  try {
    const { baseUrl, key, versionHeader } = kept;
    const base = new URL(baseUrl, origin).href.replace(/\/+$/, "");
    const answers = new Map<string, Promise<Response>>();
    for (const path of first[pathname]?.requests ?? []) {
      const answer = fetch(base + path, {
        headers: { Accept: "application/json", Authorization: `Bearer ${key}`, [versionHeader]: version },
        signal: AbortSignal.timeout(15_000),
        cache: "no-store",
        credentials: "omit",
        redirect: "error",
        referrerPolicy: "no-referrer",
      });
      answer.catch(() => undefined);
      answers.set(path, answer);
    }
    globalThis.gatehouseEarly = { at: Date.now(), baseUrl, key, answers };
  } catch {
    // No base URL, or no header: the console says so.
  }
}
