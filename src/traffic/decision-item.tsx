import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { RefLink } from "#components/ref-link.tsx";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { factsOf } from "#contract/modules/kinds.ts";
import { metOwner, moduleHref } from "#resources/module-href.ts";
import { formatMs } from "#ui/amounts.ts";
import { capital } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";

type Own = NonNullable<TrafficEvent["gatehouse"]>;
type Decision = NonNullable<Own["decisions"]>[number];

/** What one module decided about a request, in a line of a list. */
export function DecisionItem({ own, decision }: { own: Own; decision: Decision }) {
  const { module, verdict, took_ms: ms } = decision;
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-line px-4 py-2 not-last:border-b">
      <span className="font-strong">
        <ModuleName own={own} kind={module} />
      </span>
      <Status tone={verdict === "block" ? "bad" : "ok"}>{capital(verdict.replaceAll("_", " "))}</Status>
      <span className="min-w-0 wrap-anywhere text-content-muted">
        <DecisionReason own={own} decision={decision} />
      </span>
      <span className="ml-auto text-xs text-content-muted">{formatMs(ms)}</span>
    </li>
  );
}

/** A kind of module by its title, which leads to the one that a request met. */
export function ModuleName({ own, kind, inText = false }: { own: Own; kind: string; inText?: boolean }) {
  const title = factsOf(kind)?.title ?? kind;
  const owner = metOwner(own, kind);
  return owner ? (
    <Link to={moduleHref(owner, kind)} className={inText ? "link" : "link-quiet"}>
      {title}
    </Link>
  ) : (
    title
  );
}

/** Why it decided so. What decided is a link: in the words that name it, else after them. */
export function DecisionReason({ own, decision }: { own: Own; decision: Decision }) {
  const { module, reason = "", refs = [] } = decision;
  const owner = metOwner(own, module);
  const parts: ReactNode[] = [];
  let rest = reason;
  const unnamed: string[] = [];
  for (const { id, text, field } of refs) {
    const at = text === undefined ? -1 : rest.indexOf(text);
    if (text === undefined || at < 0) {
      unnamed.push(id);
      continue;
    }
    parts.push(
      rest.slice(0, at),
      field === undefined || !owner ? (
        <RefLink key={id} reference={{ id }} name={text} known inText />
      ) : (
        <Link key={field} to={`${moduleHref(owner, module)}?field=${field}`} className="link">
          {text}
        </Link>
      ),
    );
    rest = rest.slice(at + text.length);
  }
  parts.push(rest);
  return (
    <>
      {parts}
      {unnamed.map((id, index) => (
        <span key={id}>
          {index === 0 ? ": " : ", "}
          <RefLookup reference={{ id }} withId={false} inText />
        </span>
      ))}
    </>
  );
}
