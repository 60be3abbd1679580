import { keepPreviousData, useQuery, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { ApiError, isAbsent } from "#api/errors.ts";
import { servedConfigQuery } from "#api/served-config.ts";
import { PREVIEW_KINDS, type TrafficPreview, type TrafficPreviewCreate } from "#contract/traffic/preview.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { href } from "#resources/paths.ts";
import { kindOf } from "#resources/ref-target.ts";
import { trafficPreview } from "#resources/traffic-previews.ts";
import { cx } from "#ui/cx.ts";
import { counted } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { Note } from "#ui/note.tsx";
import { Status } from "#ui/status.tsx";
import { Clock } from "./clock.tsx";
import { previewLines, reasonLines } from "./preview-words.ts";
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
  const preview = trafficPreview(JSON.parse(settled) as TrafficPreviewCreate);
  const { data, error, isFetching } = useQuery({
    ...preview,
    enabled: known && config?.edge !== undefined,
    placeholderData: keepPreviousData,
  });
  useOtherRules(preview.queryKey);
  if (error && known && !isRefused(error))
    return <Note>Could not check recent requests. You can still save.</Note>;
  if (!known || !data || error) return null;
  // Numbers of a draft that is no more are not taken for those of this one.
  const old = isFetching || settled !== text;
  return (
    <div aria-busy={old} className={cx(old && "opacity-50")}>
      {data.requests === 0 && "ip_policy" in draft ? (
        <NoPolicyRequests policyId={draft.ip_policy.id} name={name} />
      ) : (
        <Shown
          preview={data}
          name={name}
          noun={nounOf(draft)}
          kind={"module" in draft ? draft.module.kind : "ip_restriction"}
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

/** The service answers, and does not take the draft or has no previews. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && (isAbsent(error) || (error.kind === "http" && (error.status ?? 0) < 500));

/** Has a preview counted again once the IP rules change. They are read by the page, where its draft hangs on them. */
function useOtherRules(queryKey: QueryKey): void {
  const client = useQueryClient();
  const { data: rules } = useQuery({ ...ipRules.query, enabled: false });
  const known = useRef(rules);
  useEffect(() => {
    if (known.current === rules) return;
    known.current = rules;
    void client.invalidateQueries({ queryKey });
  });
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

type ShownProps = {
  preview: TrafficPreview;
  name: string | undefined;
  noun: ReturnType<typeof nounOf>;
  /** The kind of module that the draft changes. */
  kind: string;
};

function Shown({ preview, name, noun, kind }: ShownProps) {
  const { requests, more, newly_blocked: blocked, changes, counts_from: counts } = preview;
  const where = name === undefined ? "" : ` where ${name} is used`;
  if (requests === 0) return <Note>No {noun}s in the last hour to try this on.</Note>;
  const looked = more
    ? `Last ${counted(requests, noun)}${where}`
    : `${counted(requests, noun)} in the last hour${where}`;
  const { lines, isKnown } = previewLines(preview, kind);
  return (
    <Note {...(blocked > 0 && { tone: "warn" as const })}>
      <strong>{looked}</strong>
      {lines.map((line) => (
        <p key={line} className="font-strong">
          {line}
        </p>
      ))}
      {(preview.blocked === requests ? reasonLines(preview) : []).map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
      {isKnown ? null : <p>Too little was recorded to check all</p>}
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
