import type { ModuleValue } from "#resources/modules.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { placed, sentence } from "#forms/issues.ts";
import { sameJson } from "#forms/json.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import type { CheckedForm } from "./use-checked-form.ts";

/** What failed on save, with the faults that no field answers for. */
export function SaveProblemNote({
  editor: { problem, errors },
  name,
}: {
  editor: CheckedForm;
  /** "the circuit breaker". */
  name: string;
}) {
  const whole = errors.root?.message;
  if (!problem || isAtFields(problem)) return whole ? <Note tone="bad">{sentence(whole)}</Note> : null;
  return (
    <div className="grid gap-2">
      <ErrorNote error={problem.error} tried={`save ${name}`} />
      {problem.rest.map(({ path, message }) => (
        <Note key={`${path.join(".")} ${message}`} tone="bad">
          {placed(path.join("."), message)}
        </Note>
      ))}
    </div>
  );
}

function isAtFields({ issues, rest }: NonNullable<CheckedForm["problem"]>): boolean {
  return issues.length > 0 && rest.length === 0;
}

/** For the save bar, while the note tells a reason; those at fields are counted there, until they are mended. */
export function notSaved({ problem }: CheckedForm): string | undefined {
  return problem && !isAtFields(problem) ? "Not saved. See the error above." : undefined;
}

/** Tells that the service has another value than the form started from; the conflict dialog says so itself. */
export function ChangedElsewhere({ latest, editor }: { latest: ModuleValue; editor: CheckedForm }) {
  if (editor.state === "saving" || editor.conflict || sameJson(latest, editor.base)) return null;
  return (
    <Note
      tone="warn"
      actions={
        <Button size="sm" onClick={() => editor.takeTheirs(latest)}>
          {editor.edited ? "Use theirs" : "Load changes"}
        </Button>
      }
    >
      {latest === null ? "It was removed elsewhere" : "It was changed elsewhere"} since you opened it. Saving
      checks for conflicts.
    </Note>
  );
}
