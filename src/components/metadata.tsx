import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Panel } from "#ui/panel.tsx";
import { prettyJson } from "#resources/metadata-text.ts";

/** Metadata in a panel, where there is any: JSON indented, any other text as it is. Copy gives it exactly as the service has it. */
export function MetadataPanel({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <Panel title="Notes" actions={<CopyButton text={text} label="Copy notes" />}>
      <div className="p-4">
        <MetadataText text={text} />
      </div>
    </Panel>
  );
}

/** From how many lines on the rest is shown when asked for. */
const LINES_MAX = 24;

function MetadataText({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const shown = prettyJson(text) ?? text;
  const lines = shown.split("\n");
  const cut = !all && lines.length > LINES_MAX;
  return (
    <div className="grid gap-2">
      <pre className="m-0 rounded-md border border-line bg-surface-sunken p-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
        {cut ? `${lines.slice(0, LINES_MAX).join("\n")}\n…` : shown}
      </pre>
      {cut ? (
        <Button size="sm" className="justify-self-start" onClick={() => setAll(true)}>
          Show all {lines.length} lines
        </Button>
      ) : null}
    </div>
  );
}
