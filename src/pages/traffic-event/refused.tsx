import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { textsOf } from "#modules/texts.ts";
import { closedWords, useEdgeLimits } from "#resources/closing.ts";
import { metOwner, moduleHref } from "#resources/module-href.ts";
import { DecisionReason, ModuleName } from "#traffic/decision-item.tsx";
import { errorWords } from "#traffic/error-words.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Note } from "#ui/note.tsx";

type Own = NonNullable<TrafficEvent["gatehouse"]>;

/** The refusal for a module that can't be applied. */
const CLOSED = "ERR_GATEHOUSE_3204";

/** Why the edge refused a request, and what to do about it. */
export function Refused({ code, own }: { code: string; own: Own }) {
  const { title, help } = errorWords(code);
  const { unapplied = [] } = useEdgeLimits();
  const blocked = own.decisions?.find(({ verdict }) => verdict === "block");
  const kind = code === CLOSED ? blocked?.module : undefined;
  const name = kind === undefined ? "" : textsOf(kind).title;
  const owner = kind === undefined ? null : metOwner(own, kind);
  return (
    <Note
      tone="bad"
      actions={
        owner && kind !== undefined ? (
          <ButtonLink size="sm" to={moduleHref(owner, kind)}>
            Open {name}
          </ButtonLink>
        ) : undefined
      }
    >
      <strong>{title}</strong>
      <p>
        {kind === undefined ? (
          blocked?.reason === undefined ? (
            help
          ) : (
            <>
              Blocked by <ModuleName own={own} kind={blocked.module} />:{" "}
              <DecisionReason own={own} decision={blocked} />.
            </>
          )
        ) : unapplied.includes(kind) ? (
          closedWords([kind])
        ) : (
          `${name} couldn’t be applied: ${blocked?.reason ?? "no reason was noted"}. Correct it, or turn it off.`
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-content-muted">
        <code className="font-mono">{code}</code>
        {own.operation_id ? <CopyId id={own.operation_id} /> : null}
      </p>
    </Note>
  );
}
