import { Panel } from "#ui/panel.tsx";
import { cx } from "#ui/cx.ts";
import { ChangesList } from "./changes-list.tsx";
import type { FormDefinition } from "./form-definition.ts";
import { diffLines, jsonLines, type DiffLine } from "./line-diff.ts";
import { hideSecrets, newSecretsTold } from "./secret-values.ts";
import type { CheckedForm } from "./use-checked-form.ts";

const SIGNS = { same: " ", removed: "−", added: "+" };
const WORDS = { same: "", removed: "removed: ", added: "added: " };
const TONES = { same: "", removed: "bg-danger-soft", added: "bg-ok-soft" };

/** From what was read to what Save will send: each field in words, then the lines of JSON. */
export function DiffTab({
  definition,
  editor,
  path,
}: {
  definition: FormDefinition;
  editor: CheckedForm;
  /** Of the request, below the base URL. */
  path: string;
}) {
  const { base, request, changes } = editor;
  const { secrets } = definition;
  const from = base === null ? [] : jsonLines(hideSecrets(secrets, base));
  const to = jsonLines(newSecretsTold(secrets, request, base), base);
  return (
    <div className="grid gap-5">
      <Panel title="Summary" count={changes.length}>
        <ChangesList definition={definition} changes={changes} />
      </Panel>
      <Panel title="What Save will send">
        <p className="px-4 py-2 font-mono text-xs text-content-muted wrap-anywhere">PUT {path}</p>
        <div className="border-t border-line py-2">
          <ol className="font-mono text-xs leading-5">
            {diffLines(from, to).map((line) => (
              <Row key={`${line.from ?? ""}:${line.to ?? ""}`} line={line} />
            ))}
          </ol>
        </div>
      </Panel>
    </div>
  );
}

function Row({ line: { sign, text, from, to } }: { line: DiffLine }) {
  return (
    <li className={cx("flex gap-1.5 px-2 md:gap-2 md:px-4", TONES[sign])}>
      <span aria-hidden="true" className="w-5 flex-none text-right text-content-muted md:w-7">
        {from}
      </span>
      <span aria-hidden="true" className="w-5 flex-none text-right text-content-muted md:w-7">
        {to}
      </span>
      <span
        aria-hidden="true"
        className={cx("w-3 flex-none", sign === "removed" ? "text-danger" : "text-ok")}
      >
        {SIGNS[sign]}
      </span>
      <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
        <span className="sr-only">{WORDS[sign]}</span>
        {text}
      </span>
    </li>
  );
}
