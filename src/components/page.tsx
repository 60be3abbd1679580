import { breakable } from "#ui/breakable.tsx";
import { clip } from "#ui/clip.ts";
import { useEffect, type ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { setDrawerOpen, useDrawerOpen } from "./drawer-state.ts";
import { listsLeft } from "./lists-left.ts";
import { showOverlay } from "./palette-registry.ts";

export type Crumb = {
  label: string;
  to?: string;
  /** What the way back of a narrow window says, where the label needs the one before it. */
  alone?: string;
};

type Props = {
  title: string;
  /** Beside the title: state, id, count. */
  titleExtra?: ReactNode;
  subtitle?: ReactNode;
  /** From the outermost to this page; the last has no link. */
  crumbs: Crumb[];
  freshness?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** From here on a title has the width of a narrow window to itself: beside a button it would take more than two lines. */
const LONG = 22;

/** A page inside the shell: top bar with crumbs and age, header with title and actions, content. Names the window. */
export function Page({ title, titleExtra, subtitle, crumbs, freshness, actions, children }: Props) {
  // A dialog over the page stands in the crumbs after it, and names the window.
  const name = crumbs.at(-2)?.label === title ? crumbs.at(-1)?.label : title;
  useEffect(() => {
    document.title = `${clip(name ?? "")} · Gatehouse`;
  }, [name]);
  return (
    <>
      <TopBar crumbs={crumbs} freshness={freshness} />
      <main
        id="main"
        tabIndex={-1}
        className="flex min-w-0 flex-1 flex-col gap-4 p-4 outline-none md:gap-5 md:p-5"
      >
        <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div
            className={`flex min-w-0 flex-[1_1_10rem] flex-col gap-1 md:flex-[1_1_20rem] ${subtitle || title.length > LONG ? "max-md:basis-full" : ""}`}
          >
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="wrap-anywhere">{breakable(title)}</h1>
              {titleExtra}
            </div>
            {subtitle ? <div className="text-content-muted">{subtitle}</div> : null}
          </div>
          {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
        </div>
        {children}
      </main>
    </>
  );
}

function TopBar({ crumbs, freshness }: { crumbs: Crumb[]; freshness: ReactNode }) {
  const drawer = useDrawerOpen();
  return (
    <header className="flex h-bar flex-none items-center gap-2 border-b border-line px-4 md:gap-3 md:px-5">
      <IconButton
        icon="menu"
        label="Navigation"
        aria-expanded={drawer}
        aria-controls="navigation"
        onClick={() => setDrawerOpen(true)}
        className="-ml-2 flex-none md:hidden"
      />
      <Crumbs crumbs={crumbs} />
      <div className="ml-auto flex flex-none items-center gap-2 md:gap-3">
        {freshness}
        <button
          type="button"
          aria-label="Go to…"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => showOverlay("palette")}
          className="flex items-center gap-2 rounded-md text-xs text-content-muted hover:bg-surface-hover max-md:size-control max-md:justify-center md:h-control-sm md:w-50 md:border md:border-line-control md:bg-surface-raised md:pr-1 md:pl-2"
        >
          <Icon name="search" />
          <span className="flex-1 text-left max-md:hidden">Go to…</span>
          <kbd className="rounded-sm border border-line bg-surface-sunken px-1 font-sans leading-4.5 max-md:hidden">
            {SHORTCUT}
          </kbd>
        </button>
      </div>
    </header>
  );
}

const SHORTCUT = globalThis.navigator?.platform.startsWith("Mac") ? "⌘ K" : "Ctrl K";

function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    // What has no value opens a dialog, and that is over.
    const left = [...new URLSearchParams(search)].filter(([, value]) => value !== "");
    listsLeft.set(pathname, left.length > 0 ? `?${new URLSearchParams(left)}` : "");
  });
  const toOf = (to: string) => to + (listsLeft.get(to) ?? "");
  const parent = crumbs.slice(0, -1).findLast(({ to }) => to);
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      {parent?.to ? (
        <Link to={toOf(parent.to)} className="flex min-w-0 items-center gap-1 text-content-muted md:hidden">
          <Icon name="left" />
          <span className="truncate">{parent.alone ?? parent.label}</span>
        </Link>
      ) : null}
      <ol className={`flex min-w-0 items-center gap-1 ${parent ? "max-md:hidden" : ""}`}>
        {crumbs.map((crumb, index) => (
          <li key={`${crumb.to ?? ""} ${crumb.label}`} className="flex min-w-0 items-center gap-1">
            {index > 0 ? <Icon name="right" size={12} className="text-content-faint" /> : null}
            {crumb.to && index < crumbs.length - 1 ? (
              <Link to={toOf(crumb.to)} className="truncate text-content-muted hover:text-content">
                {crumb.label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
