import type { CSSProperties } from "react";
import { Link } from "react-router-dom";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { FleetAction } from "#fleet/action.ts";
import type { Departure } from "#fleet/departures.ts";
import { useAnyEnded } from "#fleet/watch-departures.ts";
import { fleetVersions, fleetVersionsText, unreleasedOf } from "#fleet/fleet-versions.ts";
import { newestKnown, type Published, updateTarget } from "#contract/outdated.ts";
import { parseVersion } from "#contract/version.ts";
import { versionText } from "#fleet/version.ts";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { counted, formatCount, plural } from "#ui/format.ts";
import { Flag } from "#ui/flag.tsx";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";
import { countBy } from "./counts.ts";

const UNKNOWN = "unknown";
const isUnknown = ({ agent_version: version }: TunnelSession) => parseVersion(version ?? "") === null;

const FACETS = [
  {
    id: "version",
    title: "Version",
    valueOf: (one: TunnelSession) => (isUnknown(one) ? UNKNOWN : versionText(one.agent_version)),
  },
  { id: "region", title: "Region", valueOf: (one: TunnelSession) => one.region },
  { id: "os", title: "OS", valueOf: (one: TunnelSession) => one.os },
];

export type FleetPanelProps = {
  sessions: readonly TunnelSession[];
  actions: readonly FleetAction[];
  left: readonly Departure[];
  now: number;
  /** Nothing is said of versions before it is known. */
  published: Published;
};

/** The agents by version, region and OS; each part leads to those sessions. It is as wide as its share where a row has room for all. */
export function FleetPanel(props: FleetPanelProps) {
  const { sessions, actions, left, now, published } = props;
  const versions = fleetVersions(sessions, actions, left, now, published);
  const old = versions.outdated + versions.updating + versions.awaiting + versions.notTaken;
  const newest = newestKnown(sessions, published);
  const unknown = new Set(sessions.filter(isUnknown).map((one) => versionText(one.agent_version)));
  const listOf = (id: string, values: readonly string[]) =>
    href.sessions(`?${new URLSearchParams(values.map((one) => [id, one]))}`);
  /** What the list calls what is one value here. */
  const linkOf = (id: string, value: string) =>
    listOf(id, id === "version" && value === UNKNOWN ? [...unknown] : [value]);
  const isOutdated = (id: string, value: string) =>
    id === "version" && published !== undefined && updateTarget(value, newest) !== null;
  return (
    <Panel
      title="Agents"
      actions={
        <span className="flex flex-wrap gap-x-3 gap-y-2 pr-2 text-xs text-content-muted">
          {published === undefined ? null : old > 0 ? (
            <Link to={href.sessions("?outdated=yes")} className="link-quiet">
              {fleetVersionsText(versions)}
            </Link>
          ) : (
            fleetVersionsText(versions)
          )}
          {versions.unreleased > 0 ? (
            <Link
              to={listOf("version", [...unreleasedOf(sessions, published)].map(versionText))}
              className="link-quiet"
            >
              {formatCount(versions.unreleased)} can’t be updated here
            </Link>
          ) : null}
          {versions.unknown > 0 ? (
            <Link to={linkOf("version", UNKNOWN)} className="link-quiet">
              {formatCount(versions.unknown)} of unknown version
            </Link>
          ) : null}
        </span>
      }
    >
      <dl className="m-0 grid gap-3 p-4">
        {FACETS.map(({ id, title, valueOf }) => {
          const { bars, more } = countBy(sessions, valueOf);
          return (
            <div key={id} className="grid items-center gap-x-4 gap-y-1 md:grid-cols-[4rem_minmax(0,1fr)]">
              <dt className="text-xs text-content-muted">{title}</dt>
              <dd className="m-0 flex flex-wrap gap-1">
                {bars.map(({ value, count }) => (
                  <Share
                    key={value}
                    to={linkOf(id, value)}
                    label={value || UNKNOWN}
                    count={count}
                    outdated={isOutdated(id, value)}
                  />
                ))}
                {more.values > 0 ? (
                  <Share
                    to={href.sessions()}
                    label={`${formatCount(more.values)} others`}
                    count={more.count}
                  />
                ) : null}
              </dd>
            </div>
          );
        })}
      </dl>
      {versions.unreleased > 0 ? (
        <p className="px-4 pb-4 text-xs text-content-muted">
          The service has no release that {counted(versions.unreleased, "agent")} can update to. Update{" "}
          {plural(versions.unreleased, "it on its host", "them on their hosts")}, or add a release to the
          service with <Flag>--releases</Flag>.
        </p>
      ) : null}
    </Panel>
  );
}

function Share(props: { to: string; label: string; count: number; outdated?: boolean }) {
  const { to, label, count, outdated = false } = props;
  return (
    <Link
      to={to}
      title={`${label}${outdated ? ", outdated" : ""}: ${counted(count, "agent")}`}
      style={{ "--share": count } as CSSProperties}
      className={cx(
        "inline-flex h-control-sm min-w-max md:flex-[var(--share)_1_0] items-center gap-2 rounded-sm px-2 text-xs inset-ring hover:inset-ring-line-strong",
        outdated
          ? "bg-warning-soft text-warning inset-ring-transparent"
          : "bg-surface-sunken inset-ring-line",
      )}
    >
      {outdated ? <Icon name="behind" size={12} /> : null}
      <span className="max-w-40 truncate font-strong">{label}</span>
      {outdated ? <span>outdated</span> : null}
      <span className={cx("ml-auto", outdated ? "" : "text-content-muted")}>{formatCount(count)}</span>
    </Link>
  );
}

/**
 * In an account without an agent online: how to start one, once it is known whether one left (`lost`). Of this file, which was read
 * while agents were online: a service that stops ends its agents first.
 */
export function NoAgents({ lost }: { lost: boolean }) {
  if (useAnyEnded() === undefined) return null;
  return (
    <Note
      {...(lost ? { tone: "warn" as const } : {})}
      actions={
        <ButtonLink to={href.sessions("?add")} size="sm" icon="plus">
          Add agent
        </ButtonLink>
      }
    >
      <strong>No agent is online.</strong>{" "}
      {lost ? "Everything your agents served is offline." : "Start one to get a public URL."}
    </Note>
  );
}
