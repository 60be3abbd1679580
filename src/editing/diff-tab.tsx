import type { JsonObject } from "#forms/json.ts";
import { Panel } from "#ui/panel.tsx";
import { cx } from "#ui/cx.ts";
import { type Also, ChangesList } from "./changes-list.tsx";
import type { FormDefinition } from "./form-definition.ts";
import { diffLines, jsonLines, type DiffLine } from "./line-diff.ts";
import { hideSecrets, newSecretsTold, type SecretPaths } from "./secret-values.ts";
import type { CheckedForm } from "./use-checked-form.ts";

const SIGNS = { same: " ", removed: "−", added: "+" };
const WORDS = { same: "", removed: "removed: ", added: "added: " };
const TONES = { same: "", removed: "bg-danger-soft", added: "bg-ok-soft" };

/** The request of a save that turns another module of the same owner off: both are fields of its one body. */
export type SentWith = {
  /** Of the owner, below the base URL. */
  path: string;
  /** Field of the module that is edited. */
  field: string;
  other: { field: string; value: JsonObject; secrets: SecretPaths };
  /** The same in words. */
  also: readonly Also[];
};

type Props = {
  definition: FormDefinition;
  editor: CheckedForm;
  /** Of the module's own request, below the base URL. */
  path: string;
  sentWith?: SentWith | undefined;
};

/** From what was read to what Save will send: each field in words, then the lines of JSON. */
export function DiffTab({ definition, editor, path, sentWith }: Props) {
  const { base, changes } = editor;
  const saved = base !== null && changes.length === 0;
  const also = sentWith?.also ?? [];
  const lines = bodyLines(definition, editor, sentWith);
  return (
    <div className="grid gap-5">
      <Panel title="Summary" count={changes.length + also.length}>
        <ChangesList definition={definition} changes={changes} also={also} />
      </Panel>
      <Panel title={saved ? "Saved settings" : "What will be sent"}>
        {saved ? null : (
          <p className="px-4 py-2 font-mono text-xs text-content-muted wrap-anywhere">
            {sentWith ? `PATCH ${sentWith.path}` : `PUT ${path}`}
          </p>
        )}
        <div className="border-t border-line py-2">
          <ol className="font-mono text-xs leading-5">
            {lines.map((line) => (
              <Row key={`${line.from ?? ""}:${line.to ?? ""}`} line={line} />
            ))}
          </ol>
        </div>
      </Panel>
    </div>
  );
}

function bodyLines({ secrets }: FormDefinition, { base, request }: CheckedForm, sentWith?: SentWith) {
  const from = base && hideSecrets(secrets, base);
  const to = newSecretsTold(secrets, request, base);
  if (!sentWith) return diffLines(from === null ? [] : jsonLines(from), jsonLines(to, base));
  const { field, other } = sentWith;
  const was = hideSecrets(other.secrets, other.value) as JsonObject;
  const before = { [other.field]: was, [field]: from ?? undefined };
  const after = { [other.field]: { ...was, enabled: false }, [field]: to };
  return diffLines(jsonLines(before), jsonLines(after, before));
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
