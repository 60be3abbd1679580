import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";

type Tone = "warn" | "bad" | "ok" | "run";

const TONES: Record<Tone | "plain", { box: string; icon: IconName; mark: string }> = {
  warn: { box: "bg-warning-soft", icon: "warn", mark: "text-warning" },
  bad: { box: "bg-danger-soft", icon: "bad", mark: "text-danger" },
  ok: { box: "bg-ok-soft", icon: "ok", mark: "text-ok" },
  run: { box: "bg-accent-soft", icon: "run", mark: "text-accent-text" },
  plain: { box: "bg-surface-sunken", icon: "info", mark: "text-content-muted" },
};

/** A block that says something about the page. `bad` is announced at once, the rest politely. */
export function Note({ tone, children, actions }: { tone?: Tone; children: ReactNode; actions?: ReactNode }) {
  const { box, icon, mark } = TONES[tone ?? "plain"];
  return (
    <div
      role={tone === "bad" ? "alert" : tone ? "status" : "note"}
      className={cx("flex min-w-0 flex-wrap items-start gap-2 rounded-md px-3 py-2", box)}
    >
      <Icon name={icon} spin={tone === "run"} className={cx(actions ? "mt-1.5" : "mt-0.5", mark)} />
      <div className={cx("min-w-0 flex-1 basis-40 wrap-anywhere", actions ? "py-1" : null)}>{children}</div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </div>
  );
}
