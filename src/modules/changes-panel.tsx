import type { Change } from "#forms/diff.ts";
import { Panel } from "#ui/panel.tsx";
import type { ModuleDefinition } from "./define-module.ts";
import { labelOf, valueWords } from "./words.ts";

/** What a save would change: old and new of each field. */
export function ChangesPanel({
  definition,
  changes,
  isNew,
}: {
  definition: ModuleDefinition;
  changes: readonly Change[];
  isNew: boolean;
}) {
  return (
    <div className="lg:sticky lg:top-5">
      <Panel
        title="Your changes"
        count={changes.length}
        footer={
          isNew
            ? "The module is not set yet: all of it is new."
            : "Everything else is sent back as it was read."
        }
      >
        {changes.length === 0 ? (
          <p className="px-4 py-2 text-content-muted">Nothing changed.</p>
        ) : (
          <ul>
            {changes.map(({ path, from, to }) => (
              <li key={JSON.stringify(path)} className="border-b border-line px-4 py-2 last:border-0">
                <strong>{labelOf(definition, path)}</strong>
                {from === undefined ? null : (
                  <Line sign="−" tone="text-danger" name="was" text={valueWords(definition, path, from)} />
                )}
                <Line
                  sign={to === undefined ? "−" : "+"}
                  tone={to === undefined ? "text-danger" : "text-ok"}
                  name="will be"
                  text={to === undefined ? "left out" : valueWords(definition, path, to)}
                />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

function Line({ sign, tone, name, text }: { sign: string; tone: string; name: string; text: string }) {
  return (
    <div className="text-xs wrap-anywhere">
      <span aria-hidden="true" className={`font-mono ${tone}`}>
        {sign}
      </span>{" "}
      <span className="sr-only">{name} </span>
      {text}
    </div>
  );
}
