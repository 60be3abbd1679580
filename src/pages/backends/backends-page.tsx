import { HistoryPanel } from "#activity/lazy-history-panel.ts";
import { UsedBy } from "#components/used-by.tsx";
import { useIsFetching, useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { sessionName } from "#resources/session-name.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { writtenTexts } from "#resources/texts.ts";
import { useWrites } from "#resources/writes.ts";
import { backends } from "#resources/backends.ts";
import { backendStatus, isTunnelGroup, useBackendRows, type BackendRow } from "#resources/backend-rows.ts";
import { CopyObject } from "#components/copy-object.tsx";
import { curlOf, posixQuote } from "#components/curl.ts";
import { MetadataPanel } from "#components/metadata.tsx";
import { NAMED_BY_MODULES, ObjectPage } from "#table/object-page.tsx";
import { addAgentHref } from "#resources/add-agent-href.ts";
import { href } from "#resources/paths.ts";
import { RefLink } from "#components/ref-link.tsx";
import { LastServer } from "#fleet/last-server.tsx";
import { TunnelFault } from "#fleet/tunnel-fault.tsx";
import { useList } from "#table/use-list.ts";
import { otherBackends } from "#resources/other-backends.ts";
import { labelText, tunnelName } from "#resources/tunnel-names.ts";
import type { TunnelGroupBackend } from "#contract/backend.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { capital } from "#ui/format.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import type { MenuItems } from "#ui/menu-item.ts";
import { Properties } from "#ui/properties.tsx";
import { Status } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { backendTable } from "./backend-columns.tsx";

const poll = backends.every(10_000);
const PANEL = {
  title: backends.nameOf,
  render: (backend: BackendRow) => <Detail backend={backend} />,
};

const menuOf = (row: BackendRow): MenuItems =>
  isTunnelGroup(row) ? [{ label: "Edit…", icon: "edit", to: href.backendEdit(row.id) }] : [];

const readOnly = (row: BackendRow) =>
  isTunnelGroup(row) ? undefined : `Backends of kind ${row.kind} can’t be changed here`;

/** /backends: every backend, whether agents serve it; those of kinds that can't be edited here are shown too. */
export function Component() {
  const list = useList(backends, poll);
  const rows = useBackendRows(list.query.data ?? list.items);
  // Which kinds there are besides is read on its own.
  const isFetching = useIsFetching({ queryKey: otherBackends.queryKey }) > 0 || list.query.isFetching;
  const { creation, remove } = useWrites(backends);
  return (
    <ObjectPage
      resource={backends}
      table={backendTable}
      list={{ ...list, query: { ...list.query, isFetching } }}
      rows={rows}
      panel={PANEL}
      newTo={href.backendNew()}
      menuOf={menuOf}
      absentWords={NAMED_BY_MODULES}
      empty={<NoBackends />}
      removal={{
        disabledReason: readOnly,
        words: <p>Undo restores it with a new ID.</p>,
        usedAs: "backend",
        remove: ({ id }) => remove(id),
        undo: ({ description, metadata, labels }) =>
          creation({
            ...writtenTexts({ description, metadata }),
            labels: labels ?? {},
          }),
      }}
    />
  );
}

function Detail({ backend }: { backend: BackendRow }) {
  const { id, created_at: created, metadata, kind, path, live } = backend;
  const { tone, text } = backendStatus(backend);
  return (
    <>
      <Properties
        rows={[
          { label: "Status", value: <Status tone={tone}>{text}</Status> },
          isTunnelGroup(backend)
            ? {
                label: "Labels",
                value: <span className="font-mono text-xs">{labelText(backend.labels)}</span>,
              }
            : { label: "Kind", value: `${capital(kind)}, can’t be changed here` },
          ...(live && live.length > 0 ? [{ label: "Tunnels", value: <Tunnels live={live} /> }] : []),
          ...(live?.length === 0 && isTunnelGroup(backend)
            ? [{ label: "To serve it", value: <LabelFlags id={id} labels={backend.labels} /> }]
            : []),
          { label: "Used by", value: <UsedBy of={{ kind: "backend", id }} /> },
          { label: "ID", value: <CopyId id={id} /> },
          { label: "Created", value: <RelativeTime at={created} /> },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {isTunnelGroup(backend) ? <ButtonLink to={href.backendEdit(id)}>Edit backend</ButtonLink> : null}
        <CopyObject of={{ ...backends, pathOf: () => path }} object={backend.answer} />
      </div>
      <MetadataPanel text={metadata} />
      <HistoryPanel id={id} />
    </>
  );
}

/** How an agent is started that serves a backend, and which one did. */
function LabelFlags({ id, labels }: Pick<TunnelGroupBackend, "id" | "labels">) {
  const all = Object.entries(labels ?? {}).map(([name, value]) => `${name}=${value}`);
  const flags = all.map(posixQuote);
  return (
    <>
      Start an agent with{" "}
      <code className="font-mono text-xs wrap-anywhere">
        {flags.map((flag) => (
          <span key={flag} className="block">
            <span className="whitespace-nowrap">--label</span> {flag}
          </span>
        ))}
      </code>{" "}
      <CopyButton text={flags.map((flag) => `--label ${flag}`).join(" ")} label="Copy the flags" />{" "}
      <Link to={addAgentHref(labels ?? {})} className="link inline-flex min-h-6 items-center">
        Add agent
      </Link>
      <span className="block">
        <LastServer backendId={id} />
      </span>
    </>
  );
}

/** The online tunnels of a backend, each by its agent. */
function Tunnels({ live }: { live: readonly Tunnel[] }) {
  const { data: sessions } = useQuery({ ...tunnelSessions.query, staleTime: 15_000 });
  const agentOf = new Map(sessions?.map((session) => [session.id, sessionName(session)]));
  return (
    <ul className="m-0 grid gap-1">
      {live.map((tunnel) => (
        <li key={tunnel.id}>
          <RefLink
            reference={tunnel}
            name={agentOf.get(tunnel.tunnel_session?.id ?? "") ?? tunnelName(tunnel)}
            known
          />{" "}
          <TunnelFault id={tunnel.id} />
          {tunnel.forwards_to ? (
            <span className="block font-mono text-xs text-content-muted">{tunnel.forwards_to}</span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function NoBackends() {
  const body = { description: "Shop", labels: { app: "shop" } };
  return (
    <EmptyState title="No backends yet">
      <div className="grid gap-4">
        <p>
          A backend sends traffic to every online tunnel that has all of its labels. Edges and routes use it.
          To create one, select “Create backend” or run:
        </p>
        <CodeBlock
          label="the command"
          text={curlOf({ method: "POST", path: "/backends/tunnel_group", body })}
        />
      </div>
    </EmptyState>
  );
}
