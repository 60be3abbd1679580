import { useId, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { FormDefinition } from "./form-definition.ts";
import { placeIssues, readDraft, textOf } from "./json-draft.ts";
import type { JsonFault } from "./json-text.ts";
import { standInsOf } from "./secret-values.ts";
import type { CheckedForm } from "./use-checked-form.ts";

const FEWEST_LINES = 12;

/**
 * The draft as text. What can be read and the contract takes is the draft at once; anything else is kept as text, told
 * with its place, and keeps Save off. Mount it with the draft's `revision` as key.
 */
export function JsonTab({ definition, editor }: { definition: FormDefinition; editor: CheckedForm }) {
  const { base, request, problem, state } = editor;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(editor.text ?? textOf(definition, request));
  const [faults, setFaults] = useState<JsonFault[]>(() =>
    editor.text === null
      ? placeIssues(text, editor.issues)
      : readDraft(definition, text, { base, request }).faults,
  );
  const refused = faults.length > 0 ? faults : placeIssues(text, problem?.issues ?? []);
  const type = (next: string) => {
    const read = readDraft(definition, next, { base, request });
    setText(next);
    setFaults(read.faults);
    if (read.value) editor.fill(read.value, { typed: true });
    else editor.keepText(next);
  };
  const show = ({ offset }: JsonFault) => {
    area.current?.focus();
    area.current?.setSelectionRange(offset, offset);
  };
  const standIns = standInsOf(definition.secrets, request).join(" and ");
  const lines = text.split("\n").length;
  return (
    <div className="grid gap-2">
      <div className="flex min-w-0 overflow-hidden rounded-md border border-line-strong bg-surface-raised font-mono text-xs leading-5 has-focus-visible:outline-2 has-focus-visible:outline-focus">
        <pre
          aria-hidden="true"
          className="flex-none bg-surface-sunken py-2 pr-2 pl-3 text-right text-content-faint select-none"
        >
          {Array.from({ length: lines }, (_, index) => index + 1).join("\n")}
        </pre>
        <textarea
          ref={area}
          aria-label={`${definition.title} as JSON`}
          aria-invalid={refused.length > 0 ? true : undefined}
          aria-describedby={`${id}-faults ${id}-hint`}
          value={text}
          onChange={(event) => type(event.target.value)}
          readOnly={state === "saving"}
          rows={Math.max(lines, FEWEST_LINES)}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          className="min-w-0 flex-1 resize-none overflow-x-auto bg-transparent px-3 py-2 outline-none"
        />
      </div>
      <ul id={`${id}-faults`} aria-live="polite" aria-label="Problems" className="grid gap-1 empty:hidden">
        {refused.map((fault) => (
          <li
            key={`${fault.offset} ${fault.message}`}
            className="flex min-w-0 items-start gap-2 text-xs text-danger"
          >
            <Icon name="bad" size={12} className="mt-1" />
            <span className="min-w-0 flex-1 wrap-anywhere">{fault.message}</span>
            <Button size="sm" variant="ghost" onClick={() => show(fault)}>
              Line {fault.line}, column {fault.column}
            </Button>
          </li>
        ))}
      </ul>
      <p id={`${id}-hint`} className="text-xs text-content-muted">
        Fields this console doesn’t know are kept. New ones are refused.
        {standIns ? ` Leave ${standIns} to keep the secret, or overwrite it.` : null}
      </p>
    </div>
  );
}
