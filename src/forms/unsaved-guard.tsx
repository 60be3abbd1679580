import { use, useEffect, useState } from "react";
import { type Location, NavigationType, useBlocker, useLocation } from "react-router-dom";
import { inWords } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { RefusedDialogContext, type RefusedKey } from "#ui/refused-key.ts";

const loadDialog = () => import("./leave-dialog.tsx");
const LeaveDialog = lazyPart(loadDialog, "LeaveDialog");

/** The state of a way out that follows from deleting what is edited: nothing is left to stay for. */
export const AFTER_DELETE = { afterDelete: true };

/** The state of the way out that signing out is: the question about unsaved changes names it. */
export type SigningOut = { signOut: true };

function isSignOut(state: unknown): boolean {
  return (state as Partial<SigningOut> | null)?.signOut === true;
}

function isAfterDelete(state: unknown): boolean {
  return (state as Partial<typeof AFTER_DELETE> | null)?.afterDelete === true;
}

function refusedOf(state: unknown): RefusedKey | null {
  return (state as { refused?: RefusedKey } | null)?.refused ?? null;
}

type Standing = {
  what: string;
  isLost: (from: Location, to: Location) => boolean;
  onLeave: (() => void) | undefined;
};

/** What is edited now, in all forms: a router asks the guard that came last alone, as that of a dialog over a form. */
const standing = new Set<Standing>();

const lostBy = (from: Location, to: Location) => [...standing].filter(({ isLost }) => isLost(from, to));

/**
 * Asks before unsaved changes are lost: on every way out inside the console by a dialog, on reload and close by the
 * browser. `isDirty` is asked at that moment. A change of the query alone stays on the page and asks nothing, unless what is
 * edited lives in its parameter `param`, and that goes. A refused
 * key (401) is asked for anew, over the form, which keeps what was typed. While it is `held` there is no way out but that: it
 * says why. `what` will be lost: "your changes to this key"; `without` is how the question calls it, else "saving", and `leave` the
 * button that does it. Of several forms, as where a dialog is over one, all that is lost is named.
 */
export function UnsavedGuard(props: {
  isDirty: () => boolean;
  /** What a reload loses, where that is more than what leaving the page does. */
  isLostByReload?: () => boolean;
  what: string;
  param?: string | undefined;
  without?: string;
  leave?: string;
  /** What is lost is lost now. Not without the key: who signs out can’t clean up, and finds it again after signing in. */
  onLeave?: () => void;
  /** The question stands, or does no more: nothing it is about may change meanwhile. The same function at every render. */
  onAsk?: (stands: boolean) => void;
  held?: string | undefined;
  /** What Back does instead, where it is edited in a dialog over another form. */
  onBack?: (() => void) | undefined;
}) {
  const { isDirty, isLostByReload = isDirty, what, held, param, onAsk, onBack, onLeave } = props;
  const askForKey = use(RefusedDialogContext);
  const [putOff, setPutOff] = useState(false);
  useEffect(() => {
    const isLost = (from: Location, to: Location) =>
      (from.pathname !== to.pathname ||
        (param !== undefined && !new URLSearchParams(to.search).has(param))) &&
      !isAfterDelete(to.state) &&
      isDirty();
    const own = { what, isLost, onLeave };
    standing.add(own);
    return () => void standing.delete(own);
  });
  const from = useLocation();
  const [isBack, setIsBack] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const back = onBack !== undefined && historyAction === NavigationType.Pop;
    setIsBack(back);
    return back || lostBy(currentLocation, nextLocation).length > 0;
  });
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (isLostByReload()) event.preventDefault();
    };
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [isLostByReload]);
  useEffect(() => {
    if (blocker.state !== "blocked" || !isBack) return;
    blocker.reset();
    onBack?.();
  }, [blocker, isBack, onBack]);
  const stands = blocker.state === "blocked";
  useEffect(() => {
    if (!stands) return undefined;
    onAsk?.(true);
    return () => onAsk?.(false);
  }, [stands, onAsk]);
  // It is asked where the service is gone, too.
  useEffect(() => void loadDialog().catch(() => {}), []);
  useEffect(() => {
    const again = () => setPutOff(false);
    document.addEventListener("submit", again, true);
    return () => document.removeEventListener("submit", again, true);
  }, []);
  if (blocker.state !== "blocked" || isBack) return null;
  const refused = refusedOf(blocker.location.state);
  // Once put off, the next poll does not ask again; the next save does.
  if (putOff && refused) return null;
  const stay = (later: boolean) => {
    setPutOff(later);
    blocker.reset();
  };
  const lost = lostBy(from, blocker.location);
  const all = inWords(lost.map((one) => one.what)) || what;
  if (refused && askForKey)
    return askForKey({
      what: all,
      refused,
      onLater: () => stay(true),
      onConnected: () => stay(false),
      onLeave: () => blocker.proceed(),
    });
  if (held !== undefined) return <Note tone="warn">{held}</Note>;
  const signsOut = isSignOut(blocker.location.state);
  const ways = signsOut ? ({ act: "Sign out", leave: "Sign out" } as const) : { leave: props.leave };
  const without = lost.length > 1 ? undefined : props.without;
  const leave = () => {
    if (!signsOut) for (const one of lost) one.onLeave?.();
    blocker.proceed();
  };
  return (
    <LeaveDialog what={all} without={without} {...ways} onStay={() => blocker.reset()} onLeave={leave} />
  );
}

/** Refuses every way out while `isHeld` says so at that moment, reload and close by asking; true once one was refused. */
export function useHeld(isHeld: () => boolean): boolean {
  const blocker = useBlocker(isHeld);
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (isHeld()) event.preventDefault();
    };
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [isHeld]);
  return blocker.state === "blocked";
}
