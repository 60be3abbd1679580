import { failureToast, tryInToast } from "#components/failure-toast.ts";
import type { ModuleValue } from "#resources/modules.ts";
import { sameJson, type JsonObject } from "#forms/json.ts";
import { capital } from "#ui/format.ts";
import type { Toast } from "#ui/toast.tsx";
import type { UndoLoss } from "./lost-secrets.ts";
import { inSentence } from "./value-text.ts";

/** How a resource is read and written. `over` is what was just read: what the write replaces. */
export type CheckedWrites = {
  /** Reads past the cache. */
  read: () => Promise<ModuleValue>;
  write: (value: ModuleValue, over: ModuleValue) => Promise<ModuleValue>;
  /** Whether a value is what a write of several requests leaves where it fails between them; written over that, it goes on. */
  isStep?: (value: ModuleValue) => boolean;
  /** A value that was read, with what is known of it beyond that: so much of it an undo brings back. */
  complete?: (value: ModuleValue) => ModuleValue;
  /** What can't be undone of a change, where the service holds more than it returns. */
  undoLoss?: (change: Change) => UndoLoss | undefined;
  /** What the last write changed besides, what of it its undo says ("OAuth turned off", "OAuth turned on"), and what else both are about. */
  also?: () => { did: string; undone?: string; about?: string } | undefined;
  /** Who can connect after an undo that takes protection away: "Anyone can connect"; undefined where that is not known. */
  openedBy?: (undone: ModuleValue) => Promise<string | undefined>;
  /** What stands in the way of a write that failed, where that is known, and the way there. */
  inTheWay?: (error: unknown) => Promise<{ says: string; action: ToastAction } | undefined>;
};

type ToastAction = NonNullable<Toast["action"]>;

/** What is written, as messages name it. */
export type Subject = {
  /** "OAuth", "IP policy". */
  title: string;
  /** Its title once it has a value, where the value names it. */
  titleOf?: ((value: JsonObject) => string) | undefined;
  /** Where it applies, for what has no name of its own: "app.example.com/dispatch". */
  place?: string | undefined;
  /** Tells it from others of its title: a message about it takes the place of the one before, whose undo is over. */
  key: string;
};

/** "OAuth saved on app.example.com/dispatch", but "Turned on OAuth on app.example.com/dispatch". */
export function saidOf({ title, place }: Omit<Subject, "key">, did = "", before = "on"): string {
  const what = /^turned o\w+$/.test(did) ? [capital(did), inSentence(title)] : [title, did];
  const words = [...what, ...(place === undefined ? [] : [before, place])];
  return words.filter((word) => word !== "").join(" ");
}

const stillOff = (subject: Subject) => saidOf(subject, "is still off");

/** The subject as a value names it. */
export function named(subject: Subject, value: ModuleValue): Subject {
  return { ...subject, title: (value && subject.titleOf?.(value)) ?? subject.title };
}

/** "turned off", where a change of what was set and still is did that; undefined where it is on or off as before. */
export function turnedBy(from: ModuleValue, to: ModuleValue): "turned on" | "turned off" | undefined {
  const wasOff = from?.["enabled"] === false;
  const isOff = to?.["enabled"] === false;
  if (from === null || to === null || wasOff === isOff) return undefined;
  return isOff ? "turned off" : "turned on";
}

/** What an undo did to a thing: "OAuth turned on again on app.example.com/", "changes to OAuth at app.example.com/". */
function undoneText(subject: Subject, undone: ModuleValue, restored: ModuleValue): string {
  const said = (did: string, before?: string) => inSentence(saidOf(subject, did, before));
  if (restored === null) return said("removed", "from");
  if (undone === null) return said("restored");
  const turned = turnedBy(undone, restored);
  // "on" alone would read as turned on.
  return turned === undefined ? `changes to ${said("", "at")}` : said(`${turned} again`);
}

/** What was sent, what the service made of it, and what was there before. null = not set. */
type Change = { sent: ModuleValue; written: ModuleValue; previous: ModuleValue };

type Undo = Change & {
  writes: CheckedWrites;
  subject: Subject;
  toast: (toast: Toast) => void;
};

type OnUndo = (restored: ModuleValue, undone: ModuleValue) => void;
const followed = new Map<Subject["key"], OnUndo>();

/** Tells the form of a subject what an undo put back, and in place of what; answers how to end that. */
export function followUndo(key: Subject["key"], onUndo: OnUndo): () => void {
  followed.set(key, onUndo);
  return () => {
    if (followed.get(key) === onUndo) followed.delete(key);
  };
}

/** What failed where it is known what stands in the way: leads there, and offers the same `again` after that. */
async function inTheWay(
  { writes, toast }: Pick<Undo, "writes" | "toast">,
  error: unknown,
  title: string,
  again?: () => void,
): Promise<Toast | undefined> {
  const known = await writes.inTheWay?.(error).catch(() => undefined);
  if (!known) return undefined;
  const { label, onSelect: open } = known.action;
  const onSelect = () => {
    open();
    if (again) toast({ tone: "bad", text: title, action: { label: "Try again", onSelect: again } });
  };
  return { tone: "bad", text: `${title}. ${known.says}`, action: { label, onSelect } };
}

/** Puts back what was there before a change, unless it was changed again since. Tells what came of it. */
async function undo(change: Undo): Promise<void> {
  const { writes, written, previous, subject } = change;
  const toast = toastAbout(change);
  // "on" would read as turned on.
  const name = inSentence(saidOf(subject, "", "at"));
  const turned = turnedBy(previous, written);
  const tried = () => `undo${turned ? `: ${turned.replace("ed", "")}` : ""} ${name}`;
  let sent = false;
  // What another login was is known until it is put back.
  let undone: string | undefined;
  let isWhole: boolean | undefined;
  const act = async () => {
    const now = await writes.read();
    // The try before may have worked, though nobody could tell.
    const isBack = sent && sameJson(writes.complete?.(now) ?? now, previous);
    if (!isBack && !sameJson(now, written) && !writes.isStep?.(now)) {
      toast({ tone: "bad", text: `Not undone: ${name} changed again since` });
      return;
    }
    sent = true;
    undone ??= writes.also?.()?.undone;
    isWhole ??= writes.undoLoss?.(change) === undefined;
    const restored = isBack ? now : await writes.write(previous, now);
    followed.get(subject.key)?.(restored, written);
    const did = undoneText(named(subject, restored), written, restored);
    const said = `${isWhole ? "Undone" : "Undone except the secret"}: ${did}`;
    const opened = await writes.openedBy?.(written).catch(() => undefined);
    const text = undone === undefined ? said : `${said}, ${undone}`;
    toast({ tone: "ok", text: opened === undefined ? text : `${text}. ${opened}` });
  };
  const attempt = () =>
    tryInToast(toast, tried, () =>
      act().catch(async (error: unknown) => {
        const title = turned === "turned off" ? stillOff(subject) : `Could not ${tried()}`;
        const told = await inTheWay({ writes, toast }, error, title, () => void attempt());
        if (!told) throw error;
        toast(told);
      }),
    );
  await attempt();
}

/** Of the last write: what was changed besides is known until it is put back. */
function toastAbout({ toast, subject, writes }: Omit<Undo, keyof Change>): (toast: Toast) => void {
  const about = [subject.key, writes.also?.()?.about ?? []].flat();
  return (one) => toast({ ...one, about });
}

/** Says what was done, and offers to undo it: asks first when not all of it comes back, and says so when none can. */
export function offerUndo(text: string, change: Undo): void {
  const { writes } = change;
  const toast = toastAbout(change);
  const loss = writes.undoLoss?.(change);
  const back = () => void undo(change);
  const ask = () =>
    toast({ tone: "bad", text: loss?.says ?? "", action: { label: "Undo the rest", onSelect: back } });
  if (loss?.rest === false) toast({ tone: "ok", text: `${text}. ${loss.says}` });
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

type Turn = Omit<Undo, keyof Change> & { enabled: boolean };

/** Turns a resource on or off, says what came of it and offers to undo it; null when it failed, which is said too. */
export async function turn({ enabled, ...undo }: Turn): Promise<Toggled | null> {
  const { writes, subject } = undo;
  const toast = toastAbout(undo);
  const state = enabled ? "on" : "off";
  try {
    const toggled = await setEnabled(writes, enabled);
    if (toggled.came === "gone") toast({ tone: "bad", text: `${subject.title} was removed elsewhere` });
    else if (toggled.came === "already") toast({ text: `${subject.title} is already ${state}` });
    else offerUndo(withAlso(saidOf(subject, `turned ${state}`), writes), { ...undo, ...toggled });
    return toggled;
  } catch (error) {
    const told = enabled && (await inTheWay({ writes, toast }, error, stillOff(subject)));
    toast(told || failureToast(error, `turn ${state} ${subject.title}`));
    return null;
  }
}

/** What was done, with what the write changed besides. */
export function withAlso(text: string, { also }: CheckedWrites): string {
  const more = also?.()?.did;
  return more === undefined ? text : `${text}, ${more}`;
}
