import { ChangesList } from "#editing/changes-list.tsx";
import { type PartChange, unchangedWords } from "./changes-of.ts";

/** From what to what, part by part; `past` where it has happened. */
export function PartChanges({ parts, past }: { parts: readonly PartChange[]; past: boolean }) {
  if (parts.length === 0) return <p className="text-content-muted">No details were recorded.</p>;
  return (
    <div className="grid min-w-0 gap-2">
      {parts.map(({ title, did, definition, changes }) => (
        <section key={title} className="min-w-0 rounded-md border border-line bg-surface-raised">
          {title ? (
            <h3 className="border-b border-line px-4 py-1.5 text-sm font-strong">
              {title}
              {did ? <span className="font-normal text-content-muted"> {did}</span> : null}
            </h3>
          ) : null}
          {changes.length === 0 ? (
            <p className="px-4 py-2 text-content-muted">
              {did ? "With default settings" : unchangedWords(definition)}
            </p>
          ) : (
            <ChangesList definition={definition} changes={changes} past={past} />
          )}
        </section>
      ))}
    </div>
  );
}
