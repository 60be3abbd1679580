import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { showOverlay, useOverlay } from "#components/palette-registry.ts";
import { useLeaveGone } from "#components/use-leave-gone.ts";
import { href } from "#resources/paths.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { useCopyWithToast } from "#ui/use-copy-with-toast.ts";
import { Palette } from "./palette/palette.tsx";
import type { EntryAction, Entry } from "./palette/entries.ts";
import { forgetRecent, remember } from "./palette/recent.ts";
import { setTheme } from "./theme.ts";
import { useSignOut } from "./use-sign-out.ts";
import { ActionDialog } from "#fleet/lazy-action-dialog.ts";
import { DeleteKeyDialog } from "#components/lazy-delete-key-dialog.ts";

const ShortcutsDialog = lazyPart(() => import("./shortcuts-dialog.tsx"), "ShortcutsDialog");

type Question = Extract<EntryAction, { do: "agent" | "deleteKey" }>;

/** The palette, the list of shortcuts, and the dialogs that the palette's actions open. Import lazily. */
export function Overlays() {
  const overlay = useOverlay();
  const [asked, setAsked] = useState<Question | null>(null);
  const next = useRef<(() => void) | null>(null);
  const run = useEntryAction(setAsked);
  useEffect(() => forgetRecent, []);
  const close = () => setAsked(null);
  const leaveGone = useLeaveGone();
  return (
    <>
      {overlay === "palette" ? (
        <Palette
          onChoose={(entry, typed) => {
            remember(entry);
            // Whatever opens now gives the focus back to what had it before the palette: so the palette closes first.
            if (entry.action.do === "go") run(entry, typed);
            else next.current = () => run(entry);
            showOverlay(null);
          }}
          onClosed={() => {
            next.current?.();
            next.current = null;
          }}
        />
      ) : null}
      {overlay === "shortcuts" ? <ShortcutsDialog /> : null}
      {asked?.do === "agent" ? <ActionDialog {...asked} onClose={close} /> : null}
      {asked?.do === "deleteKey" ? (
        <DeleteKeyDialog
          apiKey={asked.apiKey}
          onClose={close}
          onDeleted={() => leaveGone(href.key(asked.apiKey.id), href.keys())}
        />
      ) : null}
    </>
  );
}

function useEntryAction(ask: (question: Question) => void): (entry: Entry, typed?: string) => void {
  const navigate = useNavigate();
  const copy = useCopyWithToast();
  const signOut = useSignOut();
  return ({ action }, typed) => {
    switch (action.do) {
      case "go":
        // Whose page it is may say what a pasted URL comes to.
        return void navigate(action.to, { state: { typed } });
      case "agent":
      case "deleteKey":
        return ask(action);
      case "copy":
        return copy(action.text);
      case "theme":
        return setTheme(action.theme);
      case "shortcuts":
        return showOverlay(action.do);
      case "signOut":
        return signOut();
    }
  };
}
