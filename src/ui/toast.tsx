import {
  createContext,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { breakable } from "./breakable.tsx";
import { SHOWN_MAX } from "./clip.ts";
import { Button, IconButton } from "./button.tsx";
import { giveFocus } from "./give-focus.ts";
import { Icon } from "./icon.tsx";

export type Toast = {
  tone?: "ok" | "bad" | "neutral";
  text: string;
  action?: { label: string; onSelect: () => void };
  /** The paths of what it tells of: a later message about one of these, or what that is part of, takes its place, so none outlives what it told. */
  about?: string | readonly string[];
  /** It goes once this is aborted: its action can't be done any more. */
  until?: AbortSignal;
};
type Shown = Toast & { id: number };

const STAY_MS = 6000;
const STAY_WITH_ACTION_MS = 12_000;
const MOST = 4;

/** What is shown when a dialog locks the page (dialog.tsx) waits behind it: it is about the page, and would cover what that says. */
function useWaitBehind(output: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = document.documentElement;
    let behind: HTMLElement[] | undefined;
    const look = () => {
      const isOpen = root.classList.contains("overflow-hidden");
      if (isOpen === Boolean(behind)) return;
      const cards = behind ?? ([...(output.current?.children ?? [])] as HTMLElement[]);
      for (const card of cards) card.hidden = isOpen;
      behind = isOpen ? cards : undefined;
    };
    const observer = new MutationObserver(look);
    observer.observe(root, { attributeFilter: ["class"] });
    return () => observer.disconnect();
  }, [output]);
}

const topicsOf = ({ about = [] }: Toast) => [about].flat();

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** Shows a short message in the corner. Failures stay until they are closed. */
export function useToast(): (toast: Toast) => void {
  return use(ToastContext);
}

/** Keeps the messages of {@link useToast}; once, around the application. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Shown[]>([]);
  const next = useRef(0);
  const output = useRef<HTMLOutputElement>(null);
  useWaitBehind(output);
  const show = useCallback((toast: Toast) => {
    next.current += 1;
    const shown = { ...toast, id: next.current };
    const now = topicsOf(toast);
    const isOver = (one: Toast) =>
      topicsOf(one).some((topic) => now.some((about) => `${topic}/`.startsWith(`${about}/`)));
    setToasts((all) => [...all.filter((one) => !isOver(one)), shown].slice(-MOST));
  }, []);
  const close = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  return (
    <ToastContext value={show}>
      {children}
      <section
        aria-label="Messages"
        className="pointer-events-none fixed inset-x-0 bottom-[var(--bottom-bar,0px)] z-60 flex flex-col items-end gap-2 p-4"
      >
        <output ref={output} className="contents">
          {toasts.map((toast) => (
            <ToastCard key={toast.id} toast={toast} onClose={close} />
          ))}
        </output>
      </section>
    </ToastContext>
  );
}

function ToastCard({ toast, onClose }: { toast: Shown; onClose: (id: number) => void }) {
  const [held, setHeld] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const shut = () => {
    giveFocus(before.current);
    onClose(id);
  };
  const { id, tone = "neutral", text, action, until } = toast;
  const stay = tone === "bad" ? null : action ? STAY_WITH_ACTION_MS : STAY_MS;
  useEffect(() => {
    if (held || stay === null) return undefined;
    // What waits behind a dialog has its time after it.
    const end = () => (card.current?.hidden ? again() : onClose(id));
    let timer: ReturnType<typeof setTimeout>;
    const again = () => {
      timer = setTimeout(end, stay);
    };
    again();
    return () => clearTimeout(timer);
  }, [held, stay, id, onClose]);
  useEffect(() => {
    const end = () => onClose(id);
    until?.addEventListener("abort", end);
    return () => until?.removeEventListener("abort", end);
  }, [until, id, onClose]);
  return (
    <div
      ref={card}
      role={tone === "bad" ? "alert" : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
        setHeld(true);
      }}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-fit max-w-full items-center gap-2 rounded-lg bg-surface-raised py-1 pr-1 pl-3 shadow-float max-md:not-focus-within:nth-last-[n+3]:hidden md:max-w-110"
    >
      {tone === "neutral" ? null : (
        <Icon name={tone === "ok" ? "ok" : "bad"} className={tone === "ok" ? "text-ok" : "text-danger"} />
      )}
      <span className="min-w-0 py-1 wrap-anywhere">{breakable(text, SHOWN_MAX)}</span>
      {/* A second press meant for what the message appeared over is none of its buttons'. */}
      <span className="flex animate-deaf items-center gap-2">
        {action ? (
          <Button
            size="sm"
            onClick={() => {
              shut();
              action.onSelect();
            }}
          >
            {action.label}
          </Button>
        ) : null}
        <IconButton icon="x" label="Dismiss" size="sm" onClick={shut} />
      </span>
    </div>
  );
}
