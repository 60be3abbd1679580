import { describeError } from "#api/errors.ts";
import type { ModuleValue } from "#api/modules.ts";
import { sameJson, type JsonObject } from "#forms/json.ts";
import type { Toast } from "#ui/toast.tsx";

/** How a resource is read and written. `over` is what was just read: what the write replaces. */
export type CheckedWrites = {
  /** Reads past the cache. */
  read: () => Promise<ModuleValue>;
  write: (value: ModuleValue, over: ModuleValue) => Promise<ModuleValue>;
};

type Undo = {
  writes: CheckedWrites;
  /** What the change left, and what was there before it. */
  written: ModuleValue;
  previous: ModuleValue;
  /** "circuit breaker". */
  name: string;
  toast: (toast: Toast) => void;
  onDone?: ((restored: ModuleValue) => void) | undefined;
};

/** Puts back what was there before a change, unless it was changed again since. Tells what came of it. */
async function undo({ writes, written, previous, name, toast, onDone }: Undo): Promise<void> {
  try {
    if (!sameJson(await writes.read(), written)) {
      toast({ tone: "bad", text: "Not undone: it was changed again since. Nothing was sent." });
      return;
    }
    const restored = await writes.write(previous, written);
    onDone?.(restored);
    toast({ tone: "ok", text: "Undone." });
  } catch (error) {
    const { title, detail } = describeError(error, `undo the change of the ${name}`);
    toast({ tone: "bad", text: `${title}. ${detail}` });
  }
}

/** Says what was done, and offers to undo it. */
export function offerUndo(text: string, change: Undo): void {
  change.toast({ tone: "ok", text, action: { label: "Undo", onSelect: () => void undo(change) } });
}

/** What came of turning a resource on or off. `previous` is what the write replaced. */
export type Toggled =
  | { came: "written"; saved: ModuleValue; previous: ModuleValue }
  | { came: "already"; theirs: JsonObject }
  | { came: "gone"; theirs: null };

/** Turns a resource on or off, and nothing else: what others changed meanwhile stays. */
export async function setEnabled(writes: CheckedWrites, enabled: boolean): Promise<Toggled> {
  const theirs = await writes.read();
  if (theirs === null) return { came: "gone", theirs };
  if ((theirs["enabled"] !== false) === enabled) return { came: "already", theirs };
  return { came: "written", saved: await writes.write({ ...theirs, enabled }, theirs), previous: theirs };
}
