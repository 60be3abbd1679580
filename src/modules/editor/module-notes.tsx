import type { KnownLimits } from "#resources/unreachable.ts";
import { useSearchParams } from "react-router-dom";
import { isLogin } from "#contract/modules/kinds.ts";
import type { JsonObject } from "#forms/json.ts";
import { isAbsent } from "#api/errors.ts";
import { href } from "#resources/paths.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { ErrorNote } from "#components/error-note.tsx";
import { capital } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { limitIn, type ModuleDefinition } from "../define-module.ts";
import { unlessOff, type Finding, type LintTarget } from "../lint/facts.ts";
import { EXCHANGEABLE, INSTEAD_OF, SHUT_OUT, withModule } from "../lint/guards.ts";
import { lint } from "../lint/lint.ts";
import type { CheckedForm } from "#editing/use-checked-form.ts";
import { elsewhereLabel, textsOf } from "../texts.ts";
import { focusField } from "./asked-field.ts";

const TONES = { error: { tone: "bad" }, warning: { tone: "warn" }, note: {} } as const;

type Linted = {
  definition: ModuleDefinition;
  editor: Pick<CheckedForm, "base" | "edited" | "on" | "request" | "form" | "errors">;
  target: LintTarget | undefined;
  limits: KnownLimits;
};

/** What the lint says of this module as the draft has it, beside the owner's other modules. */
export function draftFindings({
  definition,
  editor,
  target,
  limits,
}: Omit<Linted, "editor"> & {
  editor: Omit<Linted["editor"], "form">;
}): Finding[] {
  if (!target || (editor.base === null && !editor.edited)) return [];
  // What was answered says more than can be sent: that it can’t be read.
  const { kind } = definition;
  // What requests met was seen of what is stored: a draft changes nothing of that.
  const stored = lint(target, limits);
  const drafted = editor.edited ? lint(withModule(target, kind, editor.request), limits) : stored;
  return (
    [...stored.filter(({ seen }) => seen), ...drafted.filter(({ seen }) => !seen)]
      .filter(({ module, of, also = [] }) => of === "owner" && [module, ...also].includes(kind))
      // What leads elsewhere says more than the refusal at its field.
      .filter(({ field = "", elsewhere }) => elsewhere || editor.errors[field]?.message === undefined)
      .map((one) => (one.isOff && editor.on ? onceSaved(one, one.isOff) : one))
  );
}

/** What comes of a draft that turns its module off: nothing of it is so yet. */
const onceSaved = (one: Finding, what: string): Finding => ({
  ...one,
  title: `Saving turns ${what} off`,
  reason: one.reason.replace("Requests fail", "Requests will fail"),
});

/** The same, over the form. */
export function LintNotes({
  definition,
  editor,
  target,
  found,
}: Omit<Linted, "limits"> & { found: readonly Finding[] }) {
  const edgeId = target?.edge?.["id"];
  if (found.length === 0) return null;
  return (
    <div className="mb-4 grid max-w-182 gap-2">
      {found.map(({ title, reason, severity, field, newRoute, elsewhere, module, also = [] }) => (
        <Note
          key={title}
          {...TONES[severity]}
          actions={
            newRoute && typeof edgeId === "string" ? (
              <>
                {EXCHANGEABLE.includes(definition.kind) ? (
                  <OtherButton
                    other={[module, ...also].find((kind) => kind !== definition.kind)}
                    // Where both are on already, the other is turned off on its own page.
                    page={
                      unlessOff(editor.base) && ((kind) => href.routeModule(edgeId, target?.id ?? "", kind))
                    }
                  />
                ) : null}
                <ButtonLink size="sm" to={href.routeNew(edgeId)}>
                  Create route
                </ButtonLink>
              </>
            ) : elsewhere && typeof edgeId === "string" ? (
              <ButtonLink size="sm" to={href.routeModule(edgeId, elsewhere.routeId, elsewhere.module)}>
                {elsewhereLabel(elsewhere)}
              </ButtonLink>
            ) : field === undefined ||
              !definition.fields.some(({ name }) => name === field.split(".")[0]) ? null : (
              <Button size="sm" onClick={() => focusField(editor.form.setFocus, field)}>
                Go to field
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

/** Lets the draft take the place of what else says who can connect, or leads there. */
function OtherButton({
  other,
  page,
}: {
  other: string | undefined;
  page: ((kind: string) => string) | null;
}) {
  const [, setQuery] = useSearchParams();
  if (other === undefined || !EXCHANGEABLE.includes(other)) return null;
  if (page)
    return (
      <ButtonLink size="sm" to={page(other)}>
        Open {textsOf(other).title}
      </ButtonLink>
    );
  const replace = () =>
    setQuery((query) => new URLSearchParams([...query, [INSTEAD_OF, other]]), { replace: true });
  return (
    <Button size="sm" onClick={replace}>
      Replace {textsOf(other).title}
    </Button>
  );
}

/** Before a save that turns another login off, or leaves it on because the draft `isOff`. */
export function ReplacesNote(props: {
  replaces: ModuleDefinition;
  definition: ModuleDefinition;
  /** Those of the owner. */
  modules: JsonObject | undefined;
  isOff: boolean;
  /** What starts as it is there. */
  copied: JsonObject;
}) {
  const { title, fields, kind } = props.definition;
  const replaces = props.replaces.title;
  const shutsOut = !props.isOff && isLogin(kind) !== isLogin(props.replaces.kind);
  const copied = fields.filter(({ name }) => name in props.copied).map(({ label }) => label);
  return (
    <div className="mb-4 max-w-182">
      <Note {...TONES[shutsOut ? "warning" : "note"]}>
        {props.isOff ? (
          <>
            <strong>
              {replaces} stays on while {title} is off.
            </strong>{" "}
            Turn {title} on to replace it.
          </>
        ) : (
          <ReplacesText replaces={replaces} title={title} limit={limitIn(props.modules, props.replaces)} />
        )}
        {shutsOut
          ? ` ${capital(SHUT_OUT[isLogin(kind) ? "login" : "token"])}, so they can no longer get in.`
          : null}
        {copied.length > 0 ? ` Copied from ${replaces}: ${copied.join(", ")}.` : null}
      </Note>
    </div>
  );
}

/** What a login that goes on does to the one that is on. */
export function ReplacesText({
  replaces,
  title,
  limit,
  isChoice = false,
}: {
  replaces: string;
  title: string;
  /** To whom the one that is on is limited. */
  limit: string | undefined;
  /** Both may also stay on. */
  isChoice?: boolean;
}) {
  return (
    <>
      <strong>
        {title} {isChoice ? "can replace" : "replaces"} {replaces}.
      </strong>{" "}
      Both change in one step, so the route is never open. {replaces} keeps its settings, turned off
      {limit === undefined ? "" : `, so its limit to ${limit} no longer applies`}.
    </>
  );
}

/**
 * Over the form and the diff while the JSON tab holds text that is no draft. The form is off meanwhile: what was typed in it would
 * be gone once that text, which does not have it, is the draft.
 */
export function HeldText({ editor, onShow }: { editor: CheckedForm; onShow: () => void }) {
  if (editor.text === null) return null;
  return (
    <div className="mb-4">
      <Note
        tone="warn"
        actions={
          <>
            <Button size="sm" onClick={onShow}>
              Open JSON
            </Button>
            <Button size="sm" onClick={() => editor.keepText(null)}>
              Discard it
            </Button>
          </>
        }
      >
        The JSON has a mistake. Fix or discard it to edit the form.
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
    return <ErrorNote error={query.error} tried={`load ${name}`} onRetry={() => void query.refetch()} />;
  return (
    <Note tone="bad">
      The {ownerName} and this module were deleted elsewhere. Your changes are still here. Use “Copy as” to
      keep them.
    </Note>
  );
}
