import { transportRow } from "#resources/session-transport.ts";
import { MetadataPanel } from "#components/metadata.tsx";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { parseVersion } from "#contract/version.ts";
import { versionText } from "#fleet/version.ts";
import { Panel } from "#ui/panel.tsx";
import { Properties } from "#ui/properties.tsx";
import { Pill } from "#ui/status.tsx";
import { RelativeTime } from "#ui/time.tsx";

const mono = (text: string) => <span className="font-mono text-xs">{text}</span>;

type VersionProps = { target: string | null; untold: string | null; online: boolean };

function Version({ version, target, untold, online }: VersionProps & { version: string }) {
  if (!online) return version;
  return (
    <span className="inline-flex flex-wrap items-center gap-2 *:whitespace-normal">
      {version}
      {!parseVersion(version) ? null : target === null ? (
        <span className="text-content-muted">{untold ?? "up to date"}</span>
      ) : (
        <Pill tone="warn" icon="behind">
          Outdated, {target} available
        </Pill>
      )}
    </span>
  );
}

/** What the service says about a session, and its metadata. */
export function SessionProperties(props: VersionProps & { session: TunnelSession }) {
  const { session, ...state } = props;
  return (
    <>
      <Panel title="Properties">
        <div className="px-4 py-3">
          <Properties
            rows={[
              {
                label: "Version",
                value: <Version version={versionText(session.agent_version)} {...state} />,
              },
              { label: "OS", value: session.os },
              { label: "Region", value: session.region },
              { label: "Source IP", value: mono(session.ip) },
              ...transportRow(session.transport),
              {
                label: "Authtoken",
                value: session.credential ? <RefLookup reference={session.credential} /> : "–",
              },
              { label: "Started", value: <RelativeTime at={session.started_at} /> },
            ]}
          />
        </div>
      </Panel>
      <MetadataPanel text={session.metadata} />
    </>
  );
}
