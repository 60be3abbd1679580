import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { breakable } from "#ui/breakable.tsx";
import { cx } from "#ui/cx.ts";
import { Icon, type IconName } from "#ui/icon.tsx";

/** What the boxes of a map are of, in the order a request meets them. */
type Stage = "address" | "route" | "module" | "backend" | "agent";

type Box = {
  stage: Stage;
  icon: IconName;
  /** What it is called, and alone the name of its link. */
  label: string;
  to: string;
  note?: ReactNode;
  /** Requests fail here. */
  broken?: boolean;
  /** It is online. */
  ok?: boolean;
  mono?: boolean;
  /** A control of its own in the corner. */
  corner?: ReactNode;
};

/** A box of the map: all of it is its link. */
export function MapBox({ stage, icon, label, to, note, broken = false, ok, mono, corner }: Box) {
  return (
    <div
      className={cx(
        "relative grid w-full min-w-0 items-start gap-x-2 rounded-md border px-2.5 py-1 hover:bg-surface-hover",
        corner ? "grid-cols-[auto_minmax(0,1fr)_auto]" : "grid-cols-[auto_minmax(0,1fr)]",
        broken ? "border-dashed border-danger bg-danger-soft" : "border-line-control bg-surface",
      )}
    >
      <Icon
        name={icon}
        className={cx("mt-1", broken ? "text-danger" : ok ? "text-ok" : "text-content-muted")}
      />
      <Link
        to={to}
        data-stage={stage}
        className={cx(
          "block min-h-6 py-0.5 leading-5 font-strong wrap-anywhere after:absolute after:inset-0",
          mono && "font-mono text-xs leading-5",
          broken && "text-danger",
        )}
      >
        {breakable(label)}
      </Link>
      {corner ? <span className="relative z-1 -mr-1.5">{corner}</span> : null}
      {note ? (
        <span className="-col-end-1 col-start-2 pb-1 text-xs text-content-muted wrap-anywhere">{note}</span>
      ) : null}
    </div>
  );
}

/** A module on the way: a small box in a line with others. */
export function MapChip(props: {
  to: string;
  on: boolean;
  broken?: boolean;
  warns?: boolean;
  children: ReactNode;
}) {
  const { to, on, broken = false, warns = false, children } = props;
  return (
    <Link
      to={to}
      data-stage={"module" satisfies Stage}
      className={cx(
        "inline-flex min-h-6 items-center gap-1 rounded-sm border px-1.5 text-xs hover:bg-surface-hover",
        broken ? "border-dashed border-danger bg-danger-soft text-danger" : "border-line bg-surface",
        !on && "text-content-muted",
      )}
    >
      <Icon
        name={broken ? "bad" : warns ? "warn" : on ? "ok" : "off"}
        size={12}
        className={broken ? "text-danger" : warns ? "text-warning" : on ? "text-ok" : "text-content-faint"}
      />
      {children}
      {on ? null : " off"}
    </Link>
  );
}

/**
 * The boxes of one stage of a way; a line leads there from the stage before, dashed and red where that is broken. `through`:
 * the line goes on behind what is in it. On narrow windows each stage is one deeper than the route.
 */
export function MapStage(props: {
  broken?: boolean;
  first?: boolean;
  through?: boolean;
  children: ReactNode;
}) {
  const { broken = false, first = false, through = false, children } = props;
  return (
    <div
      className={cx(
        "relative isolate flex min-w-0 flex-col justify-center gap-1.5",
        !first &&
          "before:absolute @max-4xl:pl-7 @max-4xl:before:-inset-y-1 @max-4xl:before:left-3.5 @max-4xl:before:border-l @4xl:before:top-1/2 @4xl:before:-left-6 @4xl:before:-z-1 @4xl:before:border-t",
        !first && (through ? "@4xl:before:right-0" : "@4xl:before:w-6"),
        !first && (broken ? "before:border-dashed before:border-danger" : "before:border-line-strong"),
      )}
    >
      {children}
    </div>
  );
}

const STEPS: Record<string, { ahead: boolean; same: boolean } | undefined> = {
  ArrowRight: { ahead: true, same: false },
  ArrowLeft: { ahead: false, same: false },
  ArrowDown: { ahead: true, same: true },
  ArrowUp: { ahead: false, same: true },
};

/** Arrow keys walk a map: left and right to the stage before and after, up and down among the boxes of one stage. */
export function walkable(map: HTMLElement | null): (() => void) | undefined {
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const from = event.target as HTMLElement;
    const stage = from.dataset["stage"];
    if (!map || !step || stage === undefined) return;
    const boxes = [...map.querySelectorAll<HTMLElement>("[data-stage]")];
    const at = boxes.indexOf(from);
    const rest = step.ahead ? boxes.slice(at + 1) : boxes.slice(0, at).toReversed();
    const to = rest.find((box) => (box.dataset["stage"] === stage) === step.same);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  map?.addEventListener("keydown", walk);
  return () => map?.removeEventListener("keydown", walk);
}
