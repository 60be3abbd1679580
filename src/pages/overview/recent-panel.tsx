import { useQuery } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { apiKeys, isKeyInUse } from "#resources/api-keys.ts";
import { keyNames } from "#resources/key-names.ts";
import { href } from "#resources/paths.ts";
import type { Event } from "#contract/event.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { formatCount } from "#ui/format.ts";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { burstsOf, type Burst } from "#activity/bursts.ts";
import { FoldButton } from "#activity/fold-button.tsx";
import { HappeningDetail } from "#activity/happening-detail.tsx";
import { isUnlogged } from "#activity/logged.ts";
import { happeningsOf, type Happening } from "#activity/happenings.ts";

const SHOWN = 10;

type Happenings = Parameters<typeof happeningsOf>;

type Props = {
  /** Null data: the service has no list of events. */
  events: {
    data: Happenings[0] | null | undefined;
    error: unknown;
    isPending: boolean;
    refetch: () => unknown;
  };
  actions: Happenings[1];
  edges: Happenings[2];
  now: number;
  policies?: Happenings[4];
};

/** What changed: the service's audit events and this tab's commands, bursts folded; a test request changes nothing. */
export function RecentPanel({ events: query, actions, edges, now, policies }: Props) {
  const changes = query.data?.filter(({ event_type: type }) => !type.startsWith("test_request_"));
  const items = happeningsOf(changes ?? [], actions, edges, now, policies);
  const { data: keys } = useQuery({ ...apiKeys.query, enabled: items.some(({ via }) => via !== null) });
  const names = keyNames([...(keys ?? []), ...deletedKeys(changes)]);
  const viaOf = ({ via: id, detail }: Happening, isAfter: boolean) => (
    <Via
      id={id}
      name={id === null ? undefined : names.get(id)}
      isThere={keys?.some((key) => key.id === id) ?? false}
      after={isAfter ? detail : ""}
    />
  );
  const [all, setAll] = useState(false);
  const bursts = burstsOf(items);
  const noLog = query.data === null;
  // Of whoever sent them: one is enough to know that the log has them.
  const logsCommands = query.data?.some(({ event_type: type }) => type.startsWith("agent_command_"));
  const onlyHere = noLog || (actions.length > 0 && !logsCommands);
  const { data: events } = query;
  const unlogged = events ? actions.some((action) => isUnlogged(action, events)) : false;
  const more = all ? 0 : Math.max(0, bursts.length - SHOWN);
  return (
    <Panel
      title="Recent changes"
      footer={
        onlyHere || unlogged ? (
          <>
            {onlyHere ? "Restarts, stops and updates are those sent from this browser. " : ""}
            {noLog ? "This service keeps no log of other changes." : ""}
            {unlogged ? (
              <>
                Commands that no agent answered are not in{" "}
                <Link to={href.activity()} className="link">
                  Activity
                </Link>
                . This browser lists them until you sign out.
              </>
            ) : null}
          </>
        ) : undefined
      }
    >
      {query.error ? (
        <div className="p-4">
          <ErrorNote error={query.error} tried="load recent changes" onRetry={() => void query.refetch()} />
        </div>
      ) : null}
      {query.isPending ? <SkeletonRows rows={4} label="Loading recent changes" /> : null}
      {items.length === 0 && !query.isPending && !query.error ? (
        <p className="p-4 text-content-muted">{noLog ? "No commands sent yet." : "No recent changes."}</p>
      ) : null}
      <ol className="m-0">
        {bursts
          .slice(0, bursts.length - more)
          .map((burst) =>
            burst.length === 1 ? (
              <Line key={burst[0].key} item={burst[0]} via={viaOf(burst[0], true)} />
            ) : (
              <Folded key={burst.at(-1)?.key} burst={burst} via={viaOf(burst[0], false)} />
            ),
          )}
      </ol>
      {more > 0 ? (
        <div className="px-2 py-1">
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            Show {formatCount(more)} more
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

const LINE = "flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-2 last:border-0";

/** Keys that were deleted, by their events: their changes are still by them. */
const deletedKeys = (events: readonly Event[] = []) =>
  events.flatMap(({ event_type: type, object: { id, description } }) =>
    type.startsWith("api_key_deleted.") && typeof id === "string" && typeof description === "string"
      ? [{ id, description }]
      : [],
  );

type ViaProps = { id: string | null; name: string | undefined; isThere: boolean; after: string };

/** Which key it was done with, `after` what else is said of it, where that is not the one of this console. */
function Via({ id, name, isThere, after }: ViaProps) {
  if (id === null || name === undefined || isKeyInUse(id) === true) return null;
  return (
    <span className="text-xs text-content-muted">
      {after === "" ? "" : ","} with key{" "}
      {isThere ? (
        <Link to={href.key(id)} className="link">
          {name}
        </Link>
      ) : (
        name
      )}
    </span>
  );
}

function Line({ item, inner = false, via }: { item: Happening; inner?: boolean; via?: ReactNode }) {
  const { at, who, did, noun, object, to, detail } = item;
  return (
    <li className={cx(LINE, inner && "bg-surface-sunken")}>
      <When at={at} />
      <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
        {inner ? null : <strong>{who ?? "You"}</strong>} {inner ? "" : `${did} ${noun.one}`}{" "}
        {to ? (
          <Link to={to} className="link">
            {object}
          </Link>
        ) : (
          object
        )}
        <HappeningDetail text={detail} />
        {via}
      </span>
    </li>
  );
}

function When({ at }: { at: string }) {
  return (
    <span className="w-20 flex-none text-xs text-content-muted">
      <RelativeTime at={at} />
    </span>
  );
}

/** A burst as one line; a click shows each. */
function Folded({ burst, via }: { burst: Burst; via: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const [{ at }] = burst;
  return (
    <>
      <li className={LINE}>
        <When at={at} />
        <span className="flex min-w-0 flex-1 basis-56 flex-wrap items-baseline gap-x-1">
          <FoldButton {...{ burst, open, setOpen, id }} />
          {via}
        </span>
      </li>
      {open ? (
        <li id={id} className="border-b border-line last:border-0">
          <ol className="m-0">
            {burst.map((item) => (
              <Line key={item.key} item={item} inner />
            ))}
          </ol>
        </li>
      ) : null}
    </>
  );
}
