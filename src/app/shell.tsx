import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import {
  NavigationType,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useNavigationType,
  type NavigateFunction,
} from "react-router-dom";
import { onKeyRefused, SIGNED_OUT } from "#api/client.ts";
import { forgetConnection, getPlace, useConnection } from "#api/connection.ts";
import { setDrawerOpen, useDrawerOpen } from "#components/drawer-state.ts";
import { isAsking, isPaletteKey, showOverlay, useOverlay } from "#components/palette-registry.ts";
import { href } from "#resources/paths.ts";
import { LazyActionWatch } from "#fleet/lazy-action-watch.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { RefusedDialogContext, type RefusedDialogProps, type RefusedKey } from "#ui/refused-key.ts";
import { startLater } from "./later.ts";
import { forgetOnLeaving, isLeaving } from "./leaving.ts";
import { Navigation } from "./navigation.tsx";
import { scrollPlace } from "./scroll-place.ts";
import type * as Shortcuts from "./shortcuts.ts";

const RefusedDialog = lazyPart(() => import("#components/refused-dialog.tsx"), "RefusedDialog");
const askForKey = (props: RefusedDialogProps) => <RefusedDialog {...props} />;
const Overlays = lazyPart(() => import("./overlays.tsx"), "Overlays");

/** Navigation and the page beside it; sends a refused key back to /connect. */
export function Shell() {
  const overlays = useOverlay() !== undefined;
  const drawerOpen = useDrawerOpen();
  const client = useQueryClient();
  useEffect(() => startLater(client), [client]);
  useLostKey();
  usePageFocus();
  useKeptFocus();
  useKeys();
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
        <RefusedDialogContext value={askForKey}>
          <Outlet />
        </RefusedDialogContext>
      </div>
      {overlays ? <Overlays /> : null}
      <LazyActionWatch />
      <ScrollRestoration getKey={scrollPlace} />
    </div>
  );
}

/**
 * A key refused during use, or signed out in another tab, leads to /connect, says why, remembers where the user was, and
 * forgets the key and all that was read with it; unsaved changes hold this (UnsavedGuard).
 */
function useLostKey(): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const connected = useConnection() !== null;
  const { pathname, search } = useLocation();
  useEffect(() => {
    const lose = (refused: RefusedKey) => {
      if (isLeaving()) return;
      forgetOnLeaving(() => {
        forgetConnection(Boolean(refused.status));
        client.clear();
      });
      const next = new URLSearchParams({ next: pathname + search });
      const state = { refused: { ...refused, baseUrl: getPlace()?.baseUrl } };
      void navigate(`${href.connect()}?${next}`, { replace: true, state });
    };
    if (!connected) lose({ msg: SIGNED_OUT });
    const stop = onKeyRefused(({ msg, status, code, operationId }) =>
      lose({ msg, status: connected ? status : undefined, code, operationId }),
    );
    return () => {
      forgetOnLeaving(null);
      stop();
    };
  }, [navigate, client, connected, pathname, search]);
}

/** Loaded with the first focus; where that fails, a lost one is left to the browser. */
function useKeptFocus(): void {
  useEffect(() => {
    let kept: Promise<(() => void) | void> | undefined;
    const keep = () => {
      kept = import("#ui/keep-focus.ts").then((part) => part.keepFocus()).catch(() => {});
    };
    document.addEventListener("focusin", keep, { once: true });
    return () => {
      document.removeEventListener("focusin", keep);
      void kept?.then((end) => end?.());
    };
  }, []);
}

/** After a change of page the focus is at its top, unless the page put it somewhere itself. */
function usePageFocus(): void {
  const { pathname } = useLocation();
  // A page that the browser opened keeps its start; one that the console went to (after connecting) does not.
  const opened = useNavigationType() === NavigationType.Pop;
  const last = useRef(opened ? pathname : null);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const main = document.getElementById("main");
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Ctrl/⌘-K shows the palette; the rest of the shortcuts are loaded with the first key that is pressed. */
function useKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        event.preventDefault();
        if (!isAsking()) showOverlay("palette");
      } else onKey(event, navigate).catch(() => (loading = undefined));
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [navigate]);
  useEffect(
    () => () => {
      showOverlay(null);
      setDrawerOpen(false);
    },
    [],
  );
}

let onShortcutKey: typeof Shortcuts.onShortcutKey | undefined;
let loading: Promise<typeof Shortcuts> | undefined;

/** The first keys wait for one load, in their order; those after them are handled at once, so that they can be kept from the browser. */
async function onKey(event: KeyboardEvent, navigate: NavigateFunction): Promise<void> {
  if (!onShortcutKey) ({ onShortcutKey } = await (loading ??= import("./shortcuts.ts")));
  onShortcutKey(event, navigate);
}
