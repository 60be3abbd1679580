import { useEffect, useRef } from "react";
import { Link, NavLink } from "react-router-dom";
import { absoluteBase, useConnection } from "#api/connection.ts";
import { setDrawerOpen, useDrawerOpen } from "#components/drawer-state.ts";
import { KINDS, listTitleOf, type Kind } from "#resources/kinds.ts";
import { href } from "#resources/paths.ts";
import { IconButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Icon, type IconName } from "#ui/icon.tsx";
import { MenuButton } from "#ui/menu.tsx";
import { setTheme, THEME_ICONS, THEMES, themeWords, useTheme } from "./theme.ts";
import { useSignOut } from "./use-sign-out.ts";

type Entry = {
  label: string;
  to: string;
  icon: IconName;
  /** Other words that find it in the palette. */
  also?: string;
};
const listOf = (kind: Kind): Entry => ({ label: listTitleOf(kind), to: kind.list(), icon: kind.icon });

export const NAVIGATION: { group: string; links: Entry[] }[] = [
  { group: "", links: [{ label: "Overview", to: href.home(), icon: "overview" }] },
  {
    group: "Traffic",
    links: [
      { ...listOf(KINDS.session), also: "agents" },
      ...[KINDS.tunnel, KINDS.endpoint].map(listOf),
      { label: "Requests", to: href.traffic(), icon: "requests" },
      { label: "Rollouts", to: href.rollouts(), icon: "behind" },
    ],
  },
  {
    group: "Edge",
    links: [
      KINDS.httpsEdge,
      KINDS.ipPolicyRule,
      KINDS.ipPolicy,
      KINDS.tunnelGroupBackend,
      KINDS.certificateAuthority,
    ].map(listOf),
  },
  { group: "Account", links: [KINDS.apiKey, KINDS.credential].map(listOf) },
  {
    group: "Events",
    links: [
      { label: "Activity", to: href.activity(), icon: "clock" },
      { label: "Subscriptions", to: href.eventSubscriptions(), icon: "bell" },
      { label: "Destinations", to: href.eventDestinations(), icon: "ext" },
      { label: "Event types", to: href.events(), icon: "columns" },
    ],
  },
];

/** Its button is inert until the drawer is closed. */
function closeDrawer(): void {
  setDrawerOpen(false);
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-controls="navigation"]')?.focus());
}

/** The navigation at the left; a drawer in narrow windows. index.html holds the same markup for the first paint. */
export function Navigation() {
  const open = useDrawerOpen();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    nav.current?.querySelector("a")?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      closeDrawer();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open]);
  return (
    <>
      {open ? (
        <div aria-hidden="true" onClick={closeDrawer} className="fixed inset-0 z-20 bg-backdrop md:hidden" />
      ) : null}
      <nav
        ref={nav}
        id="navigation"
        aria-label="Main"
        className={cx(
          "h-dvh flex-col border-r border-line bg-surface-sunken px-2 pb-2 whitespace-nowrap outline-none md:sticky md:top-0 md:flex md:w-nav",
          open
            ? "max-md:fixed max-md:inset-y-0 max-md:left-0 max-md:z-30 max-md:flex max-md:w-66 max-md:shadow-dialog"
            : "max-md:hidden",
        )}
      >
        <Brand />
        {NAVIGATION.map(({ group, links }) => (
          <div key={group}>
            {group ? (
              <h2 className="px-2 pt-4 pb-1 text-xs font-normal text-content-faint">{group}</h2>
            ) : null}
            <ul className="flex flex-col gap-px">
              {links.map(({ label, to, icon }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    end={to === href.home()}
                    onClick={() => setDrawerOpen(false)}
                    className="group flex h-7 items-center gap-2 rounded-md px-2 text-content-muted hover:bg-surface-hover hover:text-content focus-visible:rounded-md aria-[current=page]:bg-surface-raised aria-[current=page]:font-strong aria-[current=page]:tracking-tight aria-[current=page]:text-content aria-[current=page]:ring-1 aria-[current=page]:ring-line"
                  >
                    <Icon name={icon} className="group-aria-[current=page]:text-accent-text" />
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <Account />
      </nav>
    </>
  );
}

function Brand() {
  return (
    <Link
      to={href.home()}
      onClick={() => setDrawerOpen(false)}
      className="flex h-bar flex-none items-center gap-2 px-2 font-strong"
    >
      <Icon name="gate" size={20} className="text-accent-text" />
      Gatehouse
    </Link>
  );
}

function Account() {
  const connection = useConnection();
  const theme = useTheme();
  const signOut = useSignOut();
  const host = connection ? new URL(absoluteBase(connection.baseUrl)).host : "signed out";
  return (
    <div className="mt-auto flex items-center gap-1 border-t border-line pt-2 pl-2 text-xs text-content-muted">
      <span className="min-w-0 flex-1 truncate" title={connection?.baseUrl}>
        {host}
      </span>
      <MenuButton
        label={`Theme: ${theme}`}
        icon="theme"
        size="sm"
        align="start"
        items={THEMES.map((name) => ({
          label: themeWords(name),
          icon: name === theme ? "check" : THEME_ICONS[name],
          onSelect: () => setTheme(name),
        }))}
      />
      <IconButton icon="disconnect" label="Sign out" size="sm" onClick={signOut} />
    </div>
  );
}
