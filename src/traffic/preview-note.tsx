import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { ApiError, isAbsent } from "#api/errors.ts";
import { servedConfigQuery } from "#api/served-config.ts";
import { factsOf, isLogin } from "#contract/modules/kinds.ts";
import { NO_SESSION } from "#contract/modules/no-session.ts";
import { PREVIEW_KINDS, type TrafficPreview, type TrafficPreviewCreate } from "#contract/traffic/preview.ts";
import { inSentence } from "#editing/value-text.ts";
import { href } from "#resources/paths.ts";
import { kindOf } from "#resources/ref-target.ts";
import { trafficPreview } from "#resources/traffic-previews.ts";
import { cx } from "#ui/cx.ts";
import { counted, formatCount } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { Note } from "#ui/note.tsx";
import { Status } from "#ui/status.tsx";
import { Clock } from "./clock.tsx";
import { trafficName, trafficRow } from "./traffic-row.ts";

const NoPolicyRequests = lazyPart(() => import("./no-policy-requests.tsx"), "NoPolicyRequests");

type Module = { owner_id: string; kind: string; request: Record<string, unknown>; off?: string[] };
type Draft =
  | { module: Module }
  | { ip_policy: { id: string; rules: readonly { action: string; cidr: string }[] } };

/** Typing goes on for so long, in milliseconds. */
const SETTLED_MS = 400;

/**
 * What a draft would have done to the visitors of the last hour. Nothing for a kind of which that can't be told, for a draft that
 * the service would not take, and where it has no edge. Import lazily.
 */
export function PreviewNote({ draft, name }: { draft: Draft; name?: string | undefined }) {
  const { data: config } = useQuery(servedConfigQuery);
  const text = JSON.stringify(draft);
  const settled = useSettled(text);
  const known = !("module" in draft) || PREVIEW_KINDS.some((kind) => kind === draft.module.kind);
  const { data, error, isPlaceholderData } = useQuery({
    ...trafficPreview(JSON.parse(settled) as TrafficPreviewCreate),
    enabled: known && config?.edge !== undefined,
    placeholderData: keepPreviousData,
  });
  if (error && known && !isRefused(error))
    return <Note>Could not check recent requests. You can still save.</Note>;
  if (!known || !data || error) return null;
  // Numbers of a draft that is no more are not taken for those of this one.
  const old = isPlaceholderData || settled !== text;
  return (
    <div aria-busy={old} className={cx(old && "opacity-50")}>
      {data.requests === 0 && "ip_policy" in draft ? (
        <NoPolicyRequests policyId={draft.ip_policy.id} name={name} />
      ) : (
        <Shown
          preview={data}
          name={name}
          noun={nounOf(draft)}
          kind={"module" in draft ? draft.module.kind : ""}
        />
      )}
    </div>
  );
}

/** An edge that carries no HTTP has connections. */
const nounOf = (draft: Draft) =>
  "module" in draft && ["tlsEdge", "tcpEdge"].includes(kindOf(draft.module.owner_id) ?? "")
    ? "connection"
    : "request";

/** Who has no session is asked to sign in by a login; one that is stopped for another reason can’t. */
function fateOf(by: NonNullable<TrafficPreview["blocked_by"]>): string {
  const signIn = by.filter(({ kind, reason }) => isLogin(kind) && reason === NO_SESSION);
  if (signIn.length === 0) return "would be blocked";
  return signIn.length === by.length ? "would have to sign in" : "would be blocked or have to sign in";
}

/** The service answers, and does not take the draft or has no previews. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && (isAbsent(error) || (error.kind === "http" && (error.status ?? 0) < 500));

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const titleIn = (kind: string) => inSentence(factsOf(kind)?.title ?? kind);
/** How many of them; nothing where it is all. */
const partOf = (all: number, of: number) => (of === all ? "" : `${formatCount(of)} `);

/** What the draft does to these requests, in words that go on after their number, and whether all is known that matters. */
function effectOf(preview: TrafficPreview, draft: string): { effect: string; isKnown: boolean } {
  const {
    requests,
    newly_blocked: blocked,
    newly_allowed: allowed,
    unknown,
    maybe_allowed: maybe = 0,
    blocked_by: by = [],
  } = preview;
  const fate = fateOf(by);
  const still = (preview.still_blocked ?? []).map(
    ({ kind, requests: of }) =>
      partOf(requests, of) +
      (isLogin(kind) ? "would have to sign in, then with " : "would be blocked, then by ") +
      titleIn(kind),
  );
  const elsewhere = preview.still_blocked?.reduce((sum, { requests: of }) => sum + of, 0) ?? 0;
  // Those of which nobody knows whether they were blocked before are among the blocked.
  const already = unknown > 0 ? 0 : (preview.blocked ?? 0) - blocked - elsewhere;
  const effects = [
    ...(blocked > 0 ? [`${formatCount(blocked)} ${fateOf(by.filter(({ kind }) => kind === draft))}`] : []),
    ...(blocked > 0 && already > 0 ? [`${formatCount(already)} still blocked`] : []),
    ...(allowed > 0 ? [`${formatCount(allowed)} would be let in`] : []),
    ...(maybe > 0 ? [`${formatCount(maybe)}${allowed > 0 ? " more" : ""} may be let in`] : []),
    ...still,
  ];
  const all = requests > 1 ? "all " : "";
  if (preview.blocked === requests && unknown > 0) return { effect: `: ${all}${fate}`, isKnown: true };
  if (preview.blocked === requests && effects.length === 0)
    return { effect: `: ${all}${fate}, with this change and without it`, isKnown: true };
  if (effects.length === 0 && unknown === requests)
    return { effect: " can’t be checked: too little was recorded", isKnown: true };
  const isFound = effects.length > 0 || unknown === 0;
  const told = [
    ...(isFound ? effects : ["no change found"]),
    ...(unknown > 0 ? [`unknown for ${formatCount(unknown)}`] : []),
  ];
  return { effect: `: ${told.join(", ") || "nothing changes"}`, isKnown: unknown + maybe === 0 };
}

type ShownProps = {
  preview: TrafficPreview;
  name: string | undefined;
  noun: ReturnType<typeof nounOf>;
  /** The kind of the draft; empty of an IP policy. */
  kind: string;
};

function Shown({ preview, name, noun, kind }: ShownProps) {
  const { requests, more, newly_blocked: blocked, changes, counts_from: counts } = preview;
  const where = name === undefined ? "" : ` where ${name} is used`;
  if (requests === 0) return <Note>No {noun}s in the last hour to try this on.</Note>;
  const looked = more
    ? `Last ${counted(requests, noun)}${where}`
    : `${counted(requests, noun)} in the last hour${where}`;
  const { effect, isKnown } = effectOf(preview, kind);
  return (
    <Note {...(blocked > 0 && { tone: "warn" as const })}>
      <strong>
        {looked}
        {effect}
      </strong>
      {preview.blocked === requests ? <BlockedBy preview={preview} /> : null}
      {isKnown ? null : <p>Not all can be checked: too little was recorded</p>}
      {counts === undefined ? null : (
        <p>
          Rate limits and circuit breakers count from <Clock at={Date.parse(counts)} />, starting at zero
        </p>
      )}
      {changes.length > 0 ? (
        <details className="mt-1">
          <summary className="w-fit leading-6">Show {noun}s</summary>
          <ul className="grid gap-1 text-xs">
            {changes.map(({ event, verdict, reason }) => {
              const row = trafficRow(event);
              return (
                <li key={row.id} className="flex min-h-6 flex-wrap items-center gap-x-2">
                  <Clock at={row.at} />
                  <Link to={href.trafficEvent(row.id)} className="link-quiet">
                    {trafficName(row)}
                  </Link>
                  <Status tone={verdict === "block" ? "bad" : "ok"}>
                    {verdict === "block" ? "Blocked" : "Let in"}
                  </Status>
                  <span className="min-w-0 wrap-anywhere text-content-muted">{reason}</span>
                </li>
              );
            })}
          </ul>
        </details>
      ) : null}
    </Note>
  );
}

const MOST = 3;

/** By what all of them are blocked; what blocks the most is said. */
function BlockedBy({ preview: { requests, blocked_by: by = [] } }: Pick<ShownProps, "preview">) {
  const shown = by.slice(0, MOST);
  const rest = shown.reduce((left, { requests: of }) => left - of, requests);
  return (
    <>
      {shown.map(({ kind, reason, requests: of }) => (
        <p key={`${kind} ${reason}`} className="wrap-anywhere">
          {of === requests ? "By" : `${formatCount(of)} by`} {titleIn(kind)}: {reason}
        </p>
      ))}
      {shown.length > 0 && rest > 0 ? <p>{formatCount(rest)} for other reasons</p> : null}
    </>
  );
}
