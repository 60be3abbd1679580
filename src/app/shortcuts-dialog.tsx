import { Fragment, useState } from "react";
import { showOverlay } from "#components/palette-registry.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Checkbox } from "#ui/input.tsx";
import { setLetters, useLetters } from "./shortcut-setting.ts";
import { SHORTCUTS, type Shortcut } from "./shortcut-table.ts";

const GROUPS = ["On this page", "Everywhere", "In the table", "Go to"] as const;
const MAC = globalThis.navigator?.platform.startsWith("Mac");
const KEY_NAMES: Record<string, string | undefined> = {
  " ": "Space",
  Escape: "Esc",
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowRight: "→",
  k: "K",
};

/** The shortcuts that do something on this page. Import lazily. */
export function ShortcutsDialog() {
  // As the page was when the question mark was pressed: this dialog is no part of it.
  const [here] = useState(() => SHORTCUTS.filter(({ applies }) => applies()));
  const letters = useLetters();
  const close = () => showOverlay(null);
  return (
    <Dialog
      onClose={close}
      title="Keyboard shortcuts"
      description="Those with a single key are off while you type in a field."
      width="lg"
      footer={
        <Button variant="primary" onClick={close}>
          Close
        </Button>
      }
    >
      <div className="gap-8 md:columns-2">
        {GROUPS.map((group) => {
          const listed = here.filter((one) => one.group === group);
          if (listed.length === 0) return null;
          return (
            <section key={group} aria-label={group} className="break-inside-avoid pb-5">
              <h3 className="pb-1 text-xs font-normal text-content-muted">{group}</h3>
              <dl>
                {listed.map((shortcut) => (
                  <Line key={shortcut.does} shortcut={shortcut} off={!letters && isLetter(shortcut)} />
                ))}
              </dl>
            </section>
          );
        })}
      </div>
      <Checkbox
        label="Single-key shortcuts"
        checked={letters}
        onChange={({ currentTarget }) => setLetters(currentTarget.checked)}
      />
    </Dialog>
  );
}

const isLetter = ({ keys, mod, run }: Shortcut) => !mod && run !== undefined && keys[0]?.length === 1;

function Line({ shortcut, off }: { shortcut: Shortcut; off: boolean }) {
  const { keys, mod, also, does } = shortcut;
  return (
    <div className="flex min-h-8 items-center gap-3 border-b border-line py-1">
      <dt className="min-w-0 flex-1">
        {does}
        {off ? <span className="text-xs text-content-muted"> (off)</span> : null}
      </dt>
      <dd className="flex flex-none items-center gap-1 text-xs text-content-muted">
        {mod ? <Key name={MAC ? "⌘" : "Ctrl"} /> : null}
        {keys.map((key, index) => (
          <Fragment key={key}>
            {index > 0 ? "then" : null}
            <Key name={mod || key.length > 1 || key === " " ? (KEY_NAMES[key] ?? key) : key} />
          </Fragment>
        ))}
        {also === undefined ? null : (
          <>
            or <Key name={KEY_NAMES[also] ?? also} />
          </>
        )}
      </dd>
    </div>
  );
}

function Key({ name }: { name: string }) {
  return (
    <kbd className="min-w-5 rounded-sm border border-line-control bg-surface-sunken px-1 text-center font-sans leading-5 text-content">
      {name}
    </kbd>
  );
}
