import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";
import { useTip } from "./tip.tsx";

type Variant = "default" | "primary" | "danger" | "danger-fill" | "ghost";
type Size = "md" | "sm";

const VARIANTS: Record<Variant, string> = {
  default: "border-line-control bg-surface-raised text-content hover:bg-surface-hover",
  primary:
    "border-accent bg-accent font-strong text-accent-content hover:border-accent-hover hover:bg-accent-hover",
  danger: "border-line-control bg-surface-raised text-danger hover:bg-surface-hover",
  "danger-fill": "border-danger-fill bg-danger-fill font-strong text-danger-content hover:opacity-90",
  ghost: "border-transparent text-content-muted hover:bg-surface-hover hover:text-content",
};
const OFF = "cursor-not-allowed border-line bg-surface-sunken text-content-faint";

function look(variant: Variant, size: Size, off: boolean, square: boolean): string {
  return cx(
    "inline-flex items-center justify-center gap-2 rounded-md border whitespace-nowrap transition-colors focus-visible:rounded-md",
    size === "sm" ? "h-control-sm" : "h-control",
    square ? (size === "sm" ? "w-control-sm" : "w-control") : size === "sm" ? "px-2" : "px-3",
    off
      ? variant === "ghost"
        ? "cursor-not-allowed border-transparent text-content-faint"
        : OFF
      : VARIANTS[variant],
  );
}

type Base = Omit<ComponentProps<"button">, "disabled"> & {
  variant?: Variant;
  size?: Size;
  /** Why the button can't be used now: it stays focusable, shows the reason, and a click does nothing. */
  disabledReason?: string | undefined;
  /** Work in progress: shows the turning arc, and a click does nothing. */
  busy?: boolean;
};

function useOff({ disabledReason, busy, onClick, ...rest }: Base) {
  const tip = useTip(disabledReason);
  const off = Boolean(disabledReason) || Boolean(busy);
  const props = {
    type: "button" as const,
    ...rest,
    ...tip.props,
    "aria-disabled": off || undefined,
    "aria-busy": busy || undefined,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      if (off) {
        event.preventDefault();
        event.stopPropagation();
        tip.show(event.currentTarget);
      } else onClick?.(event);
    },
  };
  return { props, off, tip: tip.node };
}

/** A button. One `primary` per view; `danger` for what can't be undone, filled only where it is confirmed. */
export function Button({
  variant = "default",
  size = "md",
  icon,
  children,
  className,
  ...rest
}: Base & { icon?: IconName }) {
  const { props, off, tip } = useOff(rest);
  return (
    <button {...props} className={cx(look(variant, size, off, false), className)}>
      {rest.busy ? <Icon name="run" spin /> : icon ? <Icon name={icon} /> : null}
      {children}
      {tip}
    </button>
  );
}

/** A square button with an icon; `label` is its name and its tooltip. */
export function IconButton({
  icon,
  label,
  variant = "ghost",
  size = "md",
  className,
  ...rest
}: Omit<Base, "children"> & { icon: IconName; label: string }) {
  const { props, off, tip } = useOff(rest);
  return (
    <button
      {...props}
      aria-label={label}
      title={rest.disabledReason ? undefined : label}
      className={cx(look(variant, size, off, true), className)}
    >
      <Icon name={rest.busy ? "run" : icon} spin={Boolean(rest.busy)} />
      {tip}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = "default",
  size = "md",
  icon,
  children,
  className,
  ...rest
}: LinkProps & { variant?: Variant; size?: Size; icon?: IconName; children: ReactNode }) {
  return (
    <Link {...rest} className={cx(look(variant, size, false, false), className)}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </Link>
  );
}
