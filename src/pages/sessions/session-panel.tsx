import { transportRow } from "#resources/session-transport.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { tunnels } from "#resources/tunnels.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { MetadataPanel } from "#components/metadata.tsx";
import { href } from "#resources/paths.ts";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { tunnelName } from "#resources/tunnel-names.ts";
import { leftWords } from "#fleet/action-text.ts";
import { SaidLine } from "#fleet/said-line.tsx";
import { versionText } from "#fleet/version.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Properties } from "#ui/properties.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { RelativeTime } from "#ui/time.tsx";
import type { SessionRow } from "./session-rows.ts";

/** A session beside the table: its properties, and what it serves, each a link. */
export function SessionPanel({ row }: { row: SessionRow }) {
  const { session, target } = row;
  const { agent_version, credential, os, region, ip, transport, started_at: started } = session;
  const version = versionText(agent_version);
  return (
    <>
      {row.online || !row.departure ? null : (
        <p>
          <SaidLine said={leftWords(row.departure, row.actions)} />, last seen{" "}
          <RelativeTime at={row.departure.seenAt} />
        </p>
      )}
      <div>
        <ButtonLink to={href.session(row.id)} size="sm" icon="right">
          Open session
        </ButtonLink>
      </div>
      <Properties
        rows={[
          { label: "ID", value: <CopyId id={row.id} /> },
          {
            label: "Version",
            value: target === null ? version : `${version}, outdated (${target} available)`,
          },
          { label: "OS", value: os },
          { label: "Region", value: region },
          { label: "Source IP", value: <span className="font-mono text-xs">{ip}</span> },
          ...transportRow(transport),
          { label: "Authtoken", value: credential ? <RefLookup reference={credential} /> : "–" },
          { label: "Started", value: <RelativeTime at={started} /> },
        ]}
      />
      <Serves id={row.id} />
      <MetadataPanel text={session.metadata} />
    </>
  );
}

function Serves({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(tunnels.query);
  const own = data?.filter(({ tunnel_session: of }) => of?.id === id);
  return (
    <section>
      <h3 className="pb-1 text-xs font-normal text-content-muted">Serves</h3>
      {own ? (
        own.length === 0 ? (
          <p>No tunnels</p>
        ) : (
          <ul className="grid gap-1">
            {own.map((tunnel) => (
              <li key={tunnel.id} className="wrap-anywhere">
                <Link to={href.tunnel(tunnel.id)} className="link-quiet">
                  {tunnelName(tunnel)}
                </Link>{" "}
                <span className="text-content-muted">→ {tunnel.forwards_to}</span>
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorNote error={error} tried="load its tunnels" onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} label="Loading its tunnels" />
      )}
    </section>
  );
}
