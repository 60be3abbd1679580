import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useLocation, useParams } from "react-router-dom";
import { ErrorNote } from "#components/error-note.tsx";
import { Page } from "#components/page.tsx";
import { Absent } from "#components/query-gate.tsx";
import { EVENT_KINDS, type EventKind } from "#contract/events/catalogue.ts";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { formatCount } from "#ui/format.ts";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";
import { Pill } from "#ui/status.tsx";
import { countOf, eventCounts } from "#resources/event-counts.ts";

/** /events/:id: what an event of one kind says, field by field, and an example. */
export function Component() {
  const { id: type = "" } = useParams();
  const kind = EVENT_KINDS.find((one) => one.type === type);
  const { data: counts, error, refetch } = useQuery(eventCounts);
  const count = kind ? countOf(kind, counts) : null;
  const back = <ButtonLink to={href.events()}>All event types</ButtonLink>;
  return (
    <Page
      title={type}
      crumbs={[{ label: "Event types", to: href.events() }, { label: type }]}
      titleExtra={
        kind ? (
          <>
            <Pill>{kind.family === "traffic" ? "Traffic" : "Audit"}</Pill>
            {kind.extension ? <Pill>This service only</Pill> : null}
            <CopyButton text={type} label="Copy name" />
          </>
        ) : null
      }
      subtitle={kind ? <Summary kind={kind} count={count} /> : null}
      actions={
        kind?.written ? (
          kind.family === "traffic" ? (
            <>
              <ButtonLink to={href.eventFilters(`?kind=${type}`)}>Try a filter</ButtonLink>
              <ButtonLink to={href.traffic()} icon="requests">
                Show requests
              </ButtonLink>
            </>
          ) : (
            <ButtonLink to={href.activity(`?type=${type}`)} icon="clock">
              Show activity
            </ButtonLink>
          )
        ) : null
      }
    >
      {error ? <ErrorNote error={error} tried="count events" onRetry={() => void refetch()} /> : null}
      {kind && counts === null ? <Note>This service can’t list how often events fired.</Note> : null}
      {kind ? <Kind kind={kind} /> : <Absent what="event type" id={type} back={back} />}
    </Page>
  );
}

function Summary({ kind: { fires, written }, count }: { kind: EventKind; count: number | null }) {
  const lately = count === null ? null : ` ${formatCount(count)} in the last 24 hours.`;
  return (
    <>
      {fires}.{written ? lately : " This service never fires it."}
    </>
  );
}

function Kind({ kind }: { kind: EventKind }) {
  const { fields, example, type, family } = kind;
  if (!example) return <p className="text-content-muted">The fields of {type} are not documented.</p>;
  return (
    <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Panel
        title="Fields"
        count={formatCount(fields.length)}
        footer={
          family === "traffic"
            ? "Filters of event sources can use filterable fields only. Filters of the Requests page can use every field."
            : undefined
        }
      >
        <Fields fields={fields} filterable={family === "traffic"} />
      </Panel>
      <Panel title="Example">
        <div className="p-4">
          <CodeBlock label="example" text={JSON.stringify(envelopeOf(kind), null, 2)} />
        </div>
      </Panel>
    </div>
  );
}

function Fields({ fields, filterable }: Pick<EventKind, "fields"> & { filterable: boolean }) {
  const { hash } = useLocation();
  const linked = useRef<HTMLLIElement>(null);
  const at = decodeURIComponent(hash.slice(1));
  useEffect(() => {
    if (at) linked.current?.scrollIntoView({ block: "center" });
  }, [at]);
  return (
    <ul className="m-0">
      {fields.map(({ name, type, about, values, filterable: usable }) => (
        <li
          key={name}
          ref={name === at ? linked : undefined}
          aria-current={name === at ? "true" : undefined}
          className="grid gap-x-4 border-b border-line px-4 py-2 last:border-0 aria-[current]:bg-accent-soft md:grid-cols-[minmax(0,1fr)_11.5rem_6rem]"
        >
          <Link
            to={`#${name}`}
            replace
            className="font-mono text-xs font-strong wrap-anywhere hover:underline"
          >
            {name}
          </Link>
          <span className="font-mono text-xs text-content-muted">{type}</span>
          <span className="text-xs text-content-muted">
            {usable ? (
              <span className="inline-flex items-center gap-1 text-ok">
                <Icon name="check" size={12} />
                Filterable
              </span>
            ) : filterable ? (
              "Not filterable"
            ) : null}
          </span>
          <span className="text-xs text-content-muted md:col-span-3">
            {about}
            {values.length > 0 ? <>: {values.join(", ")}</> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The event as it is delivered, around the payload. */
function envelopeOf({ type, family, example }: EventKind) {
  return {
    event_id: "ev_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
    event_type: type,
    event_timestamp: "2026-11-21T05:00:00Z",
    account_id: "ac_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
    ...(family === "audit" && {
      principal: {
        id: "usr_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
        subject: "admin",
        source: "API",
        credential: {
          id: "ak_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
          uri: "https://gate.example.com/api/api_keys/ak_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX",
        },
      },
    }),
    object: example,
  };
}
