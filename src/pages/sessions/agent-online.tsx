import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { TrustRoot } from "#components/trust-root.tsx";
import { useEdgeRoot } from "#resources/edge-root.ts";
import { edgeUsers } from "#resources/edge-users.ts";
import { useKnownEdges } from "#resources/edges.ts";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { backendsOf, labelText } from "#resources/tunnel-names.ts";
import { AlsoPlain, OpenToAnyone } from "#fleet/also-plain.tsx";
import { lineageOf, predecessorsOf } from "#fleet/lineage.ts";
import { useActions, useDepartures } from "#fleet/use-fleet.ts";
import { tunnels } from "#resources/tunnels.ts";
import { unreachedWords, useUnreached } from "#resources/unreachable.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { counted, inWords, plural } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { Note } from "#ui/note.tsx";
import { OpenUrl } from "#ui/open-url.tsx";
import { Status } from "#ui/status.tsx";
import { useNow } from "#ui/time.tsx";

const Access = lazyPart(() => import("./access.tsx"), "Access");
const NextSteps = lazyPart(() => import("./next-steps.tsx"), "NextSteps");

/** A tunnel opens with its session; after this long the agent was started without one. */
const PATIENCE_MS = 10_000;
const poll = tunnels.every(2000);

/** A new agent is online: its URL as soon as there is one, and with `onDone` what to do next. */
export function AgentOnline({ session, onDone }: { session: TunnelSession; onDone?: () => void }) {
  const { data: all = [] } = useQuery({ ...tunnels.query, refetchInterval: poll });
  const own = all.filter((tunnel) => tunnel.tunnel_session?.id === session.id);
  const root = useEdgeRoot();
  const [first, ...more] = own.filter((tunnel) => tunnel.public_url);
  const url = first?.public_url;
  return (
    <>
      <Status tone="ok" wrap>
        <Link to={href.session(session.id)} className="link">
          {sessionName(session)}
        </Link>{" "}
        is online
      </Status>
      {url ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <OpenUrl url={url} className="link font-strong wrap-anywhere" />
          <CopyButton text={url} label="Copy URL" />
          {more.length > 0 ? (
            <Link to={href.session(session.id)} className="link">
              and {more.length} more
            </Link>
          ) : null}
          {root && url.startsWith("https:") ? (
            <>
              <span className="text-content-muted">Browsers warn about it until they trust this edge.</span>
              <TrustRoot root={root} url={url} />
            </>
          ) : null}
          <OpenToAnyone proto={first.proto} address={url} />
          {url.startsWith("https:") ? <AlsoPlain /> : null}
        </p>
      ) : (
        <NoUrl labelled={own.find((tunnel) => labelText(tunnel.labels) !== "")} />
      )}
      <NewUrls id={session.id} now={own.flatMap(({ public_url: one }) => one || [])} />
      <NoAnswer of={own} />
      {onDone && (url || own.length > 0) ? <NextSteps own={own} onDone={onDone} /> : null}
    </>
  );
}

/** That an agent that came back has other URLs in place of those that it had: whoever was given those needs the new ones. */
function NewUrls({ id, now }: { id: string; now: readonly string[] }) {
  const left = useDepartures();
  const before = lineageOf(id, predecessorsOf(useActions(), left)).slice(1);
  const was = left
    .filter(({ session }) => before.includes(session.id))
    .map(({ served = [] }) => served.flatMap(({ public_url: url }) => url || []))
    .findLast((urls) => urls.length > 0);
  const gone = was?.filter((url) => !now.includes(url)) ?? [];
  if (!was || gone.length === 0 || now.length < was.length) return null;
  return (
    <Note tone="warn">
      <strong>{counted(gone.length, "URL")} changed.</strong> {plural(gone.length, "It was", "They were")}{" "}
      {inWords(gone, NAMED_MAX)} before.
    </Note>
  );
}

/** So many URLs are named. */
const NAMED_MAX = 5;

/** That requests fail behind the agent, which is online all the same. */
function NoAnswer({ of }: { of: readonly Tunnel[] }) {
  const unreached = useUnreached();
  return of.map(({ id, endpoint, forwards_to: app }) => {
    const lead = unreached?.get(id);
    if (!lead) return null;
    const { tone, text, why } = unreachedWords(lead);
    return (
      <div key={id}>
        <Status tone={tone} wrap>
          <Link to={endpoint ? href.endpoint(endpoint.id) : href.tunnel(id)} className="link">
            {text}
          </Link>
          {app ? `: ${app}` : null}
        </Status>
        <p className="text-content-muted">{why}</p>
      </div>
    );
  });
}

function NoUrl({ labelled }: { labelled: Tunnel | undefined }) {
  const now = useNow(1000);
  const [since] = useState(() => Date.now());
  if (labelled) return <Served tunnel={labelled} />;
  if (now - since < PATIENCE_MS) return <Status tone="run">Waiting for its URL…</Status>;
  return (
    <p>
      <Status tone="warn" wrap>
        The agent has no tunnel, so it serves nothing.
      </Status>{" "}
      Restart it with <code className="font-mono text-xs">--tunnel http:3000</code>.
    </p>
  );
}

/** The edges and routes that send to a tunnel with labels, and who can connect to each; else what gives it a URL. */
function Served({ tunnel }: { tunnel: Tunnel }) {
  const { labels } = tunnel;
  const { edges = [], isPending } = useKnownEdges();
  const users = backendsOf(tunnel).flatMap(({ id }) => edgeUsers({ kind: "backend", id }, edges));
  if (users.length > 0)
    return (
      <div className="flex flex-wrap gap-x-3">
        It serves
        <ul className="grid min-w-0 gap-1">
          {users.map(({ id, name, to }) => (
            <li key={id}>
              {to ? (
                <Link to={to} className="link font-strong wrap-anywhere">
                  {name}
                </Link>
              ) : (
                <strong>{name}</strong>
              )}
              <Access id={id} edges={edges} />
            </li>
          ))}
        </ul>
      </div>
    );
  if (isPending) return null;
  const many = Object.keys(labels ?? {}).length > 1;
  return (
    <p>
      Its tunnel has the {many ? "labels" : "label"} {labelText(labels)}. To give it a URL, create an edge
      with a backend for {many ? "these labels" : "this label"}.
    </p>
  );
}
