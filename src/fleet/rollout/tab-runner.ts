import type { QueryClient } from "@tanstack/react-query";
import { onKeyRefused } from "#api/client.ts";
import { type Connection, getConnection } from "#api/connection.ts";
import { createSignal } from "#ui/signal.ts";
import { signedIn } from "#ui/signed-in.ts";
import { OFFLINE, placeOf, placeOfAnybody } from "./tab-place.ts";
import { canRunHere, liveRollouts, type Place } from "./tab-store.ts";

const NAME = "gatehouse.rollouts";
/** Between two looks at the sessions, in milliseconds. */
const EVERY_MS = 1_500;

/** Who runs the rollouts of this browser, as this tab sees it; `waits` = nothing goes on, and why. */
export type RunBy = { by: "this" | "another" | "none"; waits: string | null };

let runBy: RunBy = { by: "none", waits: null };
const changed = createSignal();
const say = (next: RunBy): void => {
  if (next.by === runBy.by && next.waits === runBy.waits) return;
  runBy = next;
  changed.tell();
};

/** Who runs them, kept up to date. */
export const useRunBy = (): RunBy => changed.useValue(() => runBy);

const REFUSED = "The service refused your key. Sign in again.";
let refused: Connection | null = null;
/** Whether the key in use was refused: the service slows down who tries it again and again. */
const isRefused = (): boolean => refused !== null && getConnection() === refused;

let running = false;
let again = false;
let wake: () => void = () => undefined;
/** Until the next look, which an answer or a change brings forward. */
const rest = (ms = EVERY_MS): Promise<void> =>
  new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, ms);
  });

/**
 * Runs what this browser has to run, as soon as no other tab does, until nothing is left: one tab of the browser runs them
 * all, and whoever comes next takes over. `tell` = other tabs must know that there is something.
 */
export function runTabRollouts(client: QueryClient, { tell = false } = {}): void {
  if (!canRunHere()) return;
  again = true;
  wake();
  if (!running) {
    running = true;
    void runAll(client).finally(() => {
      running = false;
      if (again) runTabRollouts(client);
    });
  }
  if (tell) tellOthers();
}

function tellOthers(): void {
  const channel = new BroadcastChannel(NAME);
  // Called by another name, since lint takes it for a window's, which needs an origin.
  const send = channel.postMessage.bind(channel);
  send("run");
  channel.close();
}

/** Takes over what no tab runs any more, now and when another tab starts something. Ends with `signal`. */
export function joinTabRollouts(client: QueryClient, signal: AbortSignal): void {
  if (!canRunHere()) return;
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", () => runTabRollouts(client));
  const ends = [
    () => channel.close(),
    onKeyRefused(() => {
      refused = getConnection();
      wake();
    }),
    signedIn.subscribe(() => runTabRollouts(client)),
  ];
  signal.addEventListener("abort", () => {
    for (const end of ends) end();
  });
  runTabRollouts(client);
}

async function runAll(client: QueryClient): Promise<void> {
  while (again) {
    again = false;
    const anybody = placeOfAnybody();
    // Where this browser keeps nothing to run, the service is not asked who is signed in.
    if (!anybody || !(await isOpen(anybody))) return;
    const place = isRefused() ? null : await placeOf(client).catch(() => undefined);
    if (isRefused()) {
      say({ by: "none", waits: REFUSED });
    } else if (place === undefined) {
      say({ by: "none", waits: OFFLINE });
      await rest();
      again = true;
    } else if (place && (await isOpen(place))) {
      say({ by: "another", waits: null });
      const here = {
        isRefused,
        say: (waits: string | null) => say({ by: "this", waits }),
        rest,
        wake: () => wake(),
      };
      try {
        // What runs them is loaded when there is something to run.
        const { runHere } = await import("./tab-steps.ts");
        await navigator.locks.request(`${NAME} ${place.base}`, () => runHere(client, here));
        say({ by: "none", waits: isRefused() ? REFUSED : null });
      } catch {
        say({ by: "none", waits: OFFLINE });
        await rest();
        again = true;
      }
    }
  }
}

const isOpen = (place: Place): Promise<boolean> =>
  liveRollouts(place).then(
    (open) => open.length > 0,
    () => false,
  );
