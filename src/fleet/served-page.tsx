import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { CopyAs } from "#components/copy-as.tsx";
import { Freshness } from "#components/freshness.tsx";
import { MetadataPanel } from "#components/metadata.tsx";
import { Page } from "#components/page.tsx";
import { QueryGate } from "#components/query-gate.tsx";
import { tunnelName } from "#resources/tunnel-names.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Panel } from "#ui/panel.tsx";
import { Properties } from "#ui/properties.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Status, type StatusTone } from "#ui/status.tsx";
import { useNow } from "#ui/time.tsx";
import { ActionReport } from "./action-report.tsx";
import { isOpen, type FleetAction } from "./action.ts";
import { GoneTunnel, useGoneTunnel } from "./gone-note.tsx";
import { isPast } from "./is-past.ts";
import type { Successor } from "./served-again.ts";
import { SuccessorNote } from "./successor-note.tsx";

/** What is known of something that is served, also after it has ended. */
type Seen<T> = {
  /** Once it has ended, what this tab knew of it. */
  query: Pick<UseQueryResult<T>, "data" | "error" | "isFetching" | "dataUpdatedAt" | "refetch">;
  gone: boolean;
  /** What serves in its place. */
  successor: Successor<T> | null;
  /** The newest action about the session that serves it, or did. */
  latest: FleetAction | undefined;
};

/** What one kind of thing that is served is called, and where its pages are. */
type Kind<T> = {
  what: "tunnel" | "endpoint";
  /** Its list: its title and URL, and the path of one below the base URL. */
  list: { title: string; to: string; path: string };
  nameOf: (item: T) => string;
  toOf: (id: string) => string;
  /** Since when it is served, RFC 3339. */
  sinceOf: (item: T) => string;
  /** How it is while it is served, and once it has ended. */
  state: { on: (item: T) => string; ended: string };
  /** The title over its path, while it is served and once it has ended. */
  pathTitle: { on: string; ended: string };
  /** Title and words for an id that the service does not know. */
  unknown: { title: string; words: (id: ReactNode) => ReactNode };
};

type Props<T> = {
  kind: Kind<T>;
  id: string;
  seen: Seen<T>;
  /** How it, or what serves its address in its place, is while it is there, where that is more than being there. */
  status?: { tone: StatusTone; text: string } | undefined;
  /** What ended it, where that was no agent. */
  ended?: ComponentProps<typeof SuccessorNote>["ended"];
  /** Below its path. */
  after?: (shown: T) => ReactNode;
  details: (shown: T) => Parameters<typeof Properties>[0]["rows"];
  /** Draws the way of a request; of what serves in its place once it has ended. */
  children: (shown: T) => ReactNode;
};

/** The page of one thing that is served: the way of a request, its properties, and once it has ended what serves in its place. */
export function ServedPage<T extends { id: string; metadata?: string | null | undefined }>(props: Props<T>) {
  const { kind, id, seen } = props;
  const { query, gone, successor } = seen;
  const { what, list, unknown: unknownWords } = kind;
  const shown = successor?.item ?? query.data;
  const unknown = gone && !shown;
  // Of a later generation, how that one left.
  const before = useGoneTunnel(query.data?.id ?? id);
  const own = query.data ? kind.nameOf(query.data) : before ? tunnelName(before.tunnel) : id;
  const name = shown ? kind.nameOf(shown) : own;
  return (
    <Page
      title={unknown && !before ? `No such ${what}` : name}
      crumbs={[{ label: list.title, to: list.to }, { label: name }]}
      freshness={<Freshness query={query} />}
      titleExtra={
        shown ? (
          <>
            <State kind={kind} seen={seen} shown={shown} status={props.status} />
            <CopyId id={shown.id} />
          </>
        ) : null
      }
      actions={
        shown ? <CopyAs request={{ method: "GET", path: `${list.path}/${shown.id}` }} json={shown} /> : null
      }
    >
      {unknown && before ? (
        <GoneTunnel {...before} />
      ) : unknown ? (
        <EmptyState
          title={unknownWords.title}
          actions={<ButtonLink to={list.to}>All {list.title.toLowerCase()}</ButtonLink>}
        >
          <p>{unknownWords.words(<code className="font-mono text-xs wrap-anywhere">{id}</code>)}</p>
        </EmptyState>
      ) : (
        <QueryGate
          query={{ ...query, data: shown }}
          tried={`load this ${what}`}
          loading={<SkeletonRows label={`Loading this ${what}`} />}
        >
          {(item) => <Known {...props} shown={item} name={own} before={before} />}
        </QueryGate>
      )}
    </Page>
  );
}

function State<T>({
  kind,
  seen: { gone, successor },
  shown,
  status,
}: Pick<Props<T>, "kind" | "seen" | "status"> & { shown: T }) {
  if ((!gone || successor?.sameAddress) && status) return <Status tone={status.tone}>{status.text}</Status>;
  if (!gone) return <Status tone="ok">{kind.state.on(shown)}</Status>;
  if (!successor) return <Status tone="bad">{kind.state.ended}</Status>;
  const { sameAddress } = successor;
  return <Status tone={sameAddress ? "ok" : "warn"}>{sameAddress ? "Online again" : "New address"}</Status>;
}

function Known<T extends { id: string; metadata?: string | null | undefined }>(
  props: Props<T> & { shown: T; name: string; before: ReturnType<typeof useGoneTunnel> },
) {
  const { kind, shown, name, before, details, after, children } = props;
  const { gone, successor, latest } = props.seen;
  const now = useNow(10_000);
  return (
    <>
      {gone && !successor && before && !(latest && isOpen(latest)) ? (
        <GoneTunnel {...before} />
      ) : gone && !(successor?.sameAddress && props.status) ? (
        <SuccessorNote
          what={kind.what}
          name={name}
          latest={latest}
          ended={props.ended}
          successor={
            successor && {
              id: shown.id,
              to: kind.toOf(shown.id),
              name: kind.nameOf(shown),
              sameAddress: successor.sameAddress,
              since: kind.sinceOf(shown),
            }
          }
        />
      ) : null}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
        <div className="grid min-w-0 content-start gap-5">
          <Panel title={gone && !successor ? kind.pathTitle.ended : kind.pathTitle.on}>
            {children(shown)}
          </Panel>
          {latest && !isPast(latest, latest.sessionId, now) ? <ActionReport action={latest} /> : null}
          {after?.(shown)}
        </div>
        <aside aria-label="Properties" className="grid min-w-0 content-start gap-5">
          <Panel title="Properties">
            <div className="px-4 py-3">
              <Properties rows={details(shown)} />
            </div>
          </Panel>
          <MetadataPanel text={shown.metadata} />
        </aside>
      </div>
    </>
  );
}
