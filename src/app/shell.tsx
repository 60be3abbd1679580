import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigate } from "react-router-dom";
import { onUnauthorized } from "#api/client.ts";
import { forgetConnection, getConnection } from "#api/connection.ts";
import { setDrawerOpen, useDrawerOpen } from "#components/drawer-state.ts";
import {
  setPaletteOpen,
  usePaletteItems,
  usePaletteOpen,
  type PaletteItem,
} from "#components/palette-registry.ts";
import { href } from "#components/paths.ts";
import { FleetWatcher } from "#fleet/fleet-watcher.tsx";
import { Navigation, NAVIGATION } from "./navigation.tsx";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));

/** Navigation and the page beside it; sends a refused key back to /connect. */
export function Shell() {
  const paletteOpen = usePaletteOpen();
  const drawerOpen = useDrawerOpen();
  useLostKey();
  usePageFocus();
  usePaletteKey();
  usePageItems();
  return (
    <div className="grid min-h-dvh md:grid-cols-[auto_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-surface-raised px-3 py-1.5 shadow-float focus:translate-y-0"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        Skip to content
      </a>
      <Navigation />
      <div inert={drawerOpen} className="flex min-w-0 flex-col">
        <Outlet />
      </div>
      <Suspense>{paletteOpen ? <Palette /> : null}</Suspense>
      <FleetWatcher />
      <ScrollRestoration />
    </div>
  );
}

/** A 401 during use: forget the key and everything read with it, say why, and remember where the user was. */
function useLostKey(): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  useEffect(
    () =>
      onUnauthorized(({ msg, code, operationId }) => {
        const baseUrl = getConnection()?.baseUrl;
        forgetConnection();
        client.clear();
        const next = new URLSearchParams({ next: pathname + search });
        void navigate(`${href.connect()}?${next}`, {
          replace: true,
          state: { refused: { msg, code, operationId, baseUrl } },
        });
      }),
    [navigate, client, pathname, search],
  );
}

/** After a change of page the focus is at its top, unless the page put it somewhere itself. */
function usePageFocus(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const main = document.getElementById("main");
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
}

function usePaletteKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      setPaletteOpen(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      setPaletteOpen(false);
      setDrawerOpen(false);
    };
  }, []);
}

function usePageItems(): void {
  usePaletteItems(
    useMemo<PaletteItem[]>(
      () => [
        ...NAVIGATION.flatMap(({ links }) =>
          links.map(({ label, to, icon }) => ({ id: `page ${to}`, group: "Pages", label, to, icon })),
        ),
        {
          id: `page ${href.keyNew()}`,
          group: "Pages",
          label: "New API key",
          to: href.keyNew(),
          icon: "plus",
        },
      ],
      [],
    ),
  );
}
