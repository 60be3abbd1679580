import { isAbsent } from "#api/errors.ts";
import { Button } from "#ui/button.tsx";
import { ErrorNote } from "#components/error-note.tsx";
import { Note } from "#ui/note.tsx";
import type { ModuleDefinition } from "../define-module.ts";
import type { LintTarget } from "../lint/facts.ts";
import { lint } from "../lint/lint.ts";
import type { CheckedForm } from "#editing/use-checked-form.ts";

const TONES = { error: { tone: "bad" }, warning: { tone: "warn" }, note: {} } as const;

/** What the lint says of this module as the draft has it, beside the owner's other modules. */
export function LintNotes(props: {
  definition: ModuleDefinition;
  editor: CheckedForm;
  target: LintTarget | undefined;
}) {
  const { definition, editor, target } = props;
  if (!target || (editor.base === null && !editor.edited)) return null;
  const modules = { ...target.modules, [definition.kind]: editor.request };
  const found = lint({ ...target, modules }).filter(
    ({ module, of, also = [] }) => of === "owner" && [module, ...also].includes(definition.kind),
  );
  if (found.length === 0) return null;
  return (
    <div className="mb-4 grid max-w-182 gap-2">
      {found.map(({ title, reason, severity, field }) => (
        <Note
          key={title}
          {...TONES[severity]}
          actions={
            field === undefined || !definition.fields.some(({ name }) => name === field) ? null : (
              <Button size="sm" onClick={() => editor.form.setFocus(field)}>
                Show the field
              </Button>
            )
          }
        >
          <strong>{title}.</strong> {reason}
        </Note>
      ))}
    </div>
  );
}

/** Over the form and the diff while the JSON tab holds text that is no draft. */
export function HeldText({ editor, onShow }: { editor: CheckedForm; onShow: () => void }) {
  if (editor.text === null) return null;
  return (
    <div className="mb-4">
      <Note
        tone="warn"
        actions={
          <>
            <Button size="sm" onClick={onShow}>
              Go to the JSON
            </Button>
            <Button size="sm" onClick={() => editor.keepText(null)}>
              Drop it
            </Button>
          </>
        }
      >
        The JSON tab holds text with a mistake. It is not part of what is shown here.
      </Note>
    </div>
  );
}

type ReadAgain = { error: unknown; refetch: () => unknown };

/**
 * Tells why the module could not be read again: the reason, or that what has it was deleted while it was edited. The
 * draft stays in both cases.
 */
export function NotReadAgain({
  query,
  name,
  ownerName,
}: {
  query: ReadAgain;
  name: string;
  ownerName: string;
}) {
  if (query.error === null) return null;
  if (!isAbsent(query.error))
    return <ErrorNote error={query.error} tried={`load the ${name}`} onRetry={() => void query.refetch()} />;
  return (
    <Note tone="bad">
      The {ownerName} was deleted elsewhere, and this module with it. Your draft is still here: “Copy as”
      takes it along.
    </Note>
  );
}
