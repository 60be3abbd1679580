import type { RouteDraft } from "#edges/drafts.ts";
import { lacksSecret } from "#edges/remake.ts";
import { textsOf } from "#modules/texts.ts";
import { Button } from "#ui/button.tsx";
import { counted, plural } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";

type Props = {
  draft: RouteDraft;
  /** The form is empty, not filled with it. */
  isLeftOut: boolean;
  edited: boolean;
  waiting: number;
  /** The route as it is in the form now. */
  request: { readonly [field: string]: unknown };
  onSkip: () => void;
  onEmpty: () => void;
  onBack: () => void;
};

/** Says where a filled form comes from, and what it lacks. Import lazily: few routes are restored. */
export function Held(props: Props) {
  const { draft, waiting, request, onSkip, onEmpty } = props;
  if (props.isLeftOut) return <LeftOut {...props} />;
  const missing = draft.missing.filter((kind) => lacksSecret(kind, request[kind]));
  return (
    <Note
      tone="warn"
      actions={
        <>
          {waiting > 0 ? (
            <Button size="sm" onClick={onSkip}>
              Skip
            </Button>
          ) : null}
          <Button size="sm" onClick={onEmpty}>
            Start empty
          </Button>
        </>
      }
    >
      This restores the deleted route <code className="font-mono text-xs">{draft.body.match}</code>.{" "}
      {missing.length > 0
        ? `Enter the ${plural(missing.length, "secret")} of ${missing.map((kind) => textsOf(kind).title).join(" and ")} again.`
        : null}
      {draft.unknown?.length
        ? ` This form can’t set ${draft.unknown.join(", ")}. Blocked requests may pass.`
        : null}
      {waiting > 0 ? ` ${counted(waiting, "more route")} to restore after it.` : null}
    </Note>
  );
}

/** Over an empty form: the route that it could be filled with, and the way back to that. */
function LeftOut({ draft, edited, onBack }: Pick<Props, "draft" | "edited" | "onBack">) {
  return (
    <Note
      actions={
        <Button
          size="sm"
          disabledReason={edited ? "Create this route or discard it first" : undefined}
          onClick={onBack}
        >
          Restore it
        </Button>
      }
    >
      The deleted route <code className="font-mono text-xs">{draft.body.match}</code> isn’t restored yet.
    </Note>
  );
}
