import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { RefLink } from "#components/ref-link.tsx";
import { goneUrls } from "#fleet/gone-urls.ts";
import { HowToServe } from "#fleet/last-server.tsx";
import { useActions, useDepartures } from "#fleet/use-fleet.ts";
import { textsOf } from "#modules/texts.ts";
import { closedWords, useEdgeLimits } from "#resources/closing.ts";
import { sessionName } from "#resources/session-name.ts";
import { metOwner, moduleHref } from "#resources/module-href.ts";
import { CHECK_APP } from "#resources/unreachable.ts";
import { DecisionReason, ModuleName } from "#traffic/decision-item.tsx";
import { errorWords } from "#traffic/error-words.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Note } from "#ui/note.tsx";

type Own = NonNullable<TrafficEvent["gatehouse"]>;

/** The refusal for a module that can't be applied. */
const CLOSED = "ERR_GATEHOUSE_3204";

/** The refusals for an address that nobody serves. */
const UNSERVED: readonly string[] = ["ERR_GATEHOUSE_3200", "ERR_GATEHOUSE_3201"];

/** The refusal where no agent serves the backend. */
const NO_AGENT = "ERR_GATEHOUSE_3201";

/** The host of a URL or a host, without its port: the ports for http and https lead to the same. */
const nameIn = (url: string) => url.replace(/^https?:\/\/|:\d+$/g, "");

/** Who served an address before it was offline, as far as that is known. */
function ServedBefore({ host }: { host: string }) {
  const known = { left: useDepartures(), actions: useActions() };
  const name = nameIn(host);
  const last = goneUrls(name, known, []).find(({ url }) => /^https?:/.test(url) && nameIn(url) === name);
  if (!last) return null;
  const { session } = last.departure;
  return (
    <p>
      It was served by <RefLink reference={{ id: session.id }} name={sessionName(session)} known inText />.{" "}
      {last.said.text}.
    </p>
  );
}

/** What to do about a refusal: where an agent is missing, what the page of its route says too. */
function Help({ code, own: { backend_id: id } }: { code: string; own: Own }) {
  const { help } = errorWords(code);
  return code === NO_AGENT && id !== undefined ? <HowToServe backendId={id} otherwise={help} /> : help;
}

/** Why the edge refused a request to a host, and what to do about it. */
export function Refused({ code, own, host }: { code: string; own: Own; host: string }) {
  const { title } = errorWords(code);
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
            own.error_reason ? (
              `${own.error_reason}. ${CHECK_APP}`
            ) : (
              <Help code={code} own={own} />
            )
          ) : (
            <>
              Blocked by <ModuleName own={own} kind={blocked.module} inText />:{" "}
              <DecisionReason own={own} decision={blocked} />.
            </>
          )
        ) : unapplied.includes(kind) ? (
          closedWords([kind])
        ) : (
          `${name} couldn’t be applied: ${blocked?.reason ?? "no reason was noted"}. Correct it, or turn it off.`
        )}
      </p>
      {UNSERVED.includes(code) ? <ServedBefore host={host} /> : null}
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-content-muted">
        <code className="font-mono">{code}</code>
        {own.operation_id ? <CopyId id={own.operation_id} /> : null}
      </p>
    </Note>
  );
}
