import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";

export type StatusTone = "ok" | "run" | "warn" | "bad" | "off" | "none" | "locked" | "next";

const TONES: Record<StatusTone, { icon: IconName; mark: string; muted?: boolean }> = {
  ok: { icon: "ok", mark: "text-ok" },
  run: { icon: "run", mark: "text-accent-text" },
  warn: { icon: "warn", mark: "text-warning" },
  bad: { icon: "bad", mark: "text-danger" },
  off: { icon: "off", mark: "text-content-faint", muted: true },
  none: { icon: "none", mark: "text-content-faint", muted: true },
  locked: { icon: "lock", mark: "text-content-faint", muted: true },
  next: { icon: "clock", mark: "text-content-faint" },
};

/** A state: icon and word, always both; the colour only supports them. */
export function Status(props: { tone: StatusTone; children: ReactNode; wrap?: boolean }) {
  const { tone, children, wrap = false } = props;
  const { icon, mark, muted } = TONES[tone];
  return (
    <span
      className={cx(
        "inline-flex max-w-full min-w-0 gap-1.5 align-middle",
        wrap ? "items-start" : "items-center",
        muted && "text-content-muted",
      )}
    >
      <Icon name={icon} spin={tone === "run"} className={cx(mark, wrap && "mt-0.5")} />
      <span className={wrap ? "min-w-0 wrap-anywhere" : "truncate"}>{children}</span>
    </span>
  );
}

const PILLS = {
  ok: "bg-ok-soft text-ok",
  warn: "bg-warning-soft text-warning",
  bad: "bg-danger-soft text-danger",
  run: "bg-accent-soft text-accent-text",
  neutral: "bg-surface-sunken text-content-muted inset-ring inset-ring-line",
};

/** A small labelled fact beside a name ("behind", "On"). */
export function Pill({
  tone,
  icon,
  children,
}: {
  tone?: "ok" | "warn" | "bad" | "run";
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        "inline-flex min-h-5 items-center gap-1 rounded-sm px-1.5 text-xs font-normal whitespace-nowrap max-[22rem]:whitespace-normal",
        PILLS[tone ?? "neutral"],
      )}
    >
      {icon ? <Icon name={icon} size={12} /> : null}
      {children}
    </span>
  );
}
