import { failureToast } from "#components/failure-toast.ts";
import type { ModuleValue } from "#resources/modules.ts";
import { sameJson, type JsonObject } from "#forms/json.ts";
import type { Toast } from "#ui/toast.tsx";
import type { UndoLoss } from "./lost-secrets.ts";

/** How a resource is read and written. `over` is what was just read: what the write replaces. */
export type CheckedWrites = {
  /** Reads past the cache. */
  read: () => Promise<ModuleValue>;
  write: (value: ModuleValue, over: ModuleValue) => Promise<ModuleValue>;
  /** A value that was read, with what is known of it beyond that: so much of it an undo brings back. */
  complete?: (value: ModuleValue) => ModuleValue;
  /** What can't be undone of a change, where the service holds more than it returns. */
  undoLoss?: (change: Change) => UndoLoss | undefined;
};

/** What was sent, what the service made of it, and what was there before. null = not set. */
type Change = { sent: ModuleValue; written: ModuleValue; previous: ModuleValue };

type Undo = Change & {
  writes: CheckedWrites;
  /** "circuit breaker". */
  name: string;
  toast: (toast: Toast) => void;
  /** Told what was put back, and in place of what. */
  onDone?: ((restored: ModuleValue, undone: ModuleValue) => void) | undefined;
};

/** Puts back what was there before a change, unless it was changed again since. Tells what came of it. */
async function undo(change: Undo): Promise<void> {
  const { writes, written, previous, name, toast, onDone } = change;
  try {
    if (!sameJson(await writes.read(), written)) {
      toast({ tone: "bad", text: "Not undone: it was changed again since. Nothing was sent." });
      return;
    }
    const restored = await writes.write(previous, written);
    onDone?.(restored, written);
    const isWhole = writes.undoLoss?.(change) === undefined;
    toast({ tone: "ok", text: isWhole ? "Undone." : "Undone, all but the secret." });
  } catch (error) {
    toast(failureToast(error, `undo the change of the ${name}`));
  }
}

/** Says what was done, and offers to undo it: asks first when not all of it comes back, and says so when none can. */
export function offerUndo(text: string, change: Undo): void {
  const { toast, writes } = change;
  const loss = writes.undoLoss?.(change);
  const back = () => void undo(change);
  const ask = () =>
    toast({ tone: "bad", text: loss?.says ?? "", action: { label: "Undo the rest", onSelect: back } });
  if (loss?.rest === false) toast({ tone: "ok", text: `${text} ${loss.says}` });
  else toast({ tone: "ok", text, action: { label: "Undo", onSelect: loss ? ask : back } });
}

/** What came of turning a resource on or off. */
type Toggled =
  | ({ came: "written" } & Change)
  | { came: "already"; theirs: JsonObject }
  | { came: "gone"; theirs: null };

/** Turns a resource on or off, and nothing else: what others changed meanwhile stays. */
async function setEnabled(writes: CheckedWrites, enabled: boolean): Promise<Toggled> {
  const theirs = await writes.read();
  if (theirs === null) return { came: "gone", theirs };
  if ((theirs["enabled"] !== false) === enabled) return { came: "already", theirs };
  const sent = { ...theirs, enabled };
  const previous = writes.complete?.(theirs) ?? theirs;
  return { came: "written", sent, written: await writes.write(sent, theirs), previous };
}

type Turn = Omit<Undo, keyof Change> & { enabled: boolean; title?: string };

/**
 * Turns a resource on or off, tells what came of it and offers to undo it; null when it failed, which is told too. `title`
 * names it where the place does not.
 */
export async function turn({ enabled, title, ...undo }: Turn): Promise<Toggled | null> {
  const { writes, name, toast } = undo;
  const state = enabled ? "on" : "off";
  try {
    const toggled = await setEnabled(writes, enabled);
    if (toggled.came === "gone")
      toast({ tone: "bad", text: `${title ?? "It"} was removed elsewhere. Nothing was sent.` });
    else if (toggled.came === "already") toast({ text: `${title ?? "It"} was ${state} already.` });
    else offerUndo(title ? `${title} turned ${state}.` : `Turned ${state}.`, { ...undo, ...toggled });
    return toggled;
  } catch (error) {
    toast(failureToast(error, `turn the ${name} ${state}`));
    return null;
  }
}
