import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { refusal } from "#contract/capability.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { awaitsRestart, isUnheard, type FleetAction } from "./action.ts";
import { useAddressChanges, type AddressChange } from "./address-changes.ts";
import { claimsOf } from "./lineage.ts";
import { versionText } from "./version.ts";
import { choose } from "./observe.ts";
import { reportOf, reportText, type ReportLine } from "./report.ts";
import { OF_ROLLOUT } from "./sent-here.ts";
import { ledger, useActions } from "./use-fleet.ts";
import { stateWords } from "./action-text.ts";
import { commandTitle } from "./commands.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { capital, counted, formatAge } from "#ui/format.ts";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { Panel } from "#ui/panel.tsx";
import { Pill } from "#ui/status.tsx";
import { RelativeTime, useNow, useTimed } from "#ui/time.tsx";

const OfRollout = lazyPart(() => import("./rollout/of-rollout.tsx"), "OfRollout");

type Props = {
  action: FleetAction;
  /** The session whose page this is, where it is one. */
  pageId?: string;
};

const TONES = { ok: "text-ok", warn: "text-warning", bad: "text-danger", muted: "text-content-muted" };

/** The rollout that sent it; undefined where none did. */
const rolloutIdOf = ({ id }: FleetAction): string | undefined =>
  id.startsWith(OF_ROLLOUT) ? id.split(" ")[1] : undefined;

/** One action, line by line as it was seen, with what can be done about it. */
export function ActionReport({ action, pageId }: Props) {
  const changes = useAddressChanges(action);
  const lines = reportOf(action);
  const rollout = rolloutIdOf(action);
  const isInstalled = useTimed((now) => awaitsRestart(action) && !isUnheard(action, now));
  return (
    <Panel
      title={
        <span className="inline-flex flex-wrap items-center gap-2">
          <Outcome action={action} changes={changes} />
        </span>
      }
      actions={<CopyButton text={reportText(action, sessionName(action.session))} label="Copy report" />}
    >
      <ol className="grid p-4">
        {lines.map((line, index) => (
          <Line
            key={`${line.at} ${line.text}`}
            line={line}
            from={index === 0 || lines[0]?.at === null ? null : action.sentAt}
            pageId={pageId}
          />
        ))}
      </ol>
      {rollout === undefined ? null : <OfRollout id={rollout} />}
      <Changes of={changes} />
      {action.state.phase === "ambiguous" ? (
        <Candidates action={action} ids={action.state.candidateIds} />
      ) : null}
      {isInstalled ? <NeedsRestart session={action.session} /> : null}
    </Panel>
  );
}

const PILLS = { ok: "ok", run: "run", warn: "warn", bad: "bad", off: "warn" } as const;

/** The command, and what came of it without its name: "Update", "Refused". */
function Outcome({ action, changes }: { action: FleetAction; changes: readonly AddressChange[] }) {
  const now = useNow(1000);
  const title = commandTitle(action.kind);
  if (action.state.phase === "verified") {
    return (
      <>
        {title}{" "}
        {changes.length > 0 ? (
          <Pill tone="warn">{changes.some(({ to }) => to === null) ? "Not all back" : "New address"}</Pill>
        ) : (
          <Pill tone="ok" icon="check">
            {action.state.chosen ? "Chosen" : "Verified"}
          </Pill>
        )}
      </>
    );
  }
  const { tone, text } = stateWords(action, now);
  return (
    <>
      {title}{" "}
      <Pill tone={PILLS[tone]}>
        {text.startsWith(`${title} `) ? capital(text.slice(title.length + 1)) : text}
      </Pill>
    </>
  );
}

/** The addresses that a restart took offline and that did not come back, with the new ones where they are known. */
function Changes({ of }: { of: readonly AddressChange[] }) {
  const moved = of.filter(({ to }) => to !== null);
  const away = of.filter(({ to }) => to === null);
  return (
    <>
      {moved.length > 0 ? (
        <Addresses title={`${counted(moved.length, "address", "addresses")} changed`} of={moved} />
      ) : null}
      {away.length > 0 ? (
        <Addresses title={`${counted(away.length, "address", "addresses")} not back yet`} of={away} />
      ) : null}
    </>
  );
}

function Addresses({ title, of }: { title: string; of: readonly AddressChange[] }) {
  return (
    <div className="flex gap-3 border-t border-line p-4">
      <Icon name="warn" className="mt-0.5 text-warning" />
      <div className="min-w-0">
        <div className="font-strong">{title}</div>
        <ul className="text-content-muted">
          {of.map(({ from, to }) => (
            <li key={from} className="wrap-anywhere">
              {to === null ? from : `${from} → ${to}`}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Line({ line, from, pageId }: { line: ReportLine; from: number | null; pageId: string | undefined }) {
  const [before, after] = line.text.split("{id}");
  const strong = line.tone === "muted" ? "" : "font-strong";
  return (
    <li className="relative grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3 pb-3 last:pb-0 not-last:before:absolute not-last:before:top-5 not-last:before:-bottom-0.5 not-last:before:left-[7.5px] not-last:before:border-l not-last:before:border-line-strong">
      <Icon name={line.icon} className={`mt-0.5 ${TONES[line.tone]}`} />
      <div className="min-w-0 wrap-anywhere">
        <div className={strong}>
          {before}
          {line.id === undefined ? null : (
            <IdOrLink id={line.id} pageId={pageId} linked={line.tone !== "muted"} />
          )}
          {after}
        </div>
        {line.detail ? <div className="text-content-muted">{line.detail}</div> : null}
        {line.marks ? (
          <details className="text-content-muted">
            <summary className="w-fit cursor-pointer py-0.5">Details</summary>
            <code className="font-mono text-xs">{line.marks}</code>
          </details>
        ) : null}
      </div>
      <span className="text-xs whitespace-nowrap text-content-faint">
        {line.at === null ? null : from === null ? <RelativeTime at={line.at} /> : since(line.at - from)}
      </span>
    </li>
  );
}

/** Rounded as the seconds of the outcome are, which count on beyond the minute. */
function since(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 1) return "at once";
  return `after ${seconds < 2 * 60 ? `${seconds} s` : formatAge(seconds)}`;
}

function IdOrLink({ id, pageId, linked }: { id: string; pageId: string | undefined; linked: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      <CopyId id={id} />
      {linked && id !== pageId ? (
        <Link to={href.session(id)} className="link font-normal">
          Open
        </Link>
      ) : null}
    </span>
  );
}

const NONE: readonly TunnelSession[] = [];

function Candidates({ action, ids }: { action: FleetAction; ids: readonly string[] }) {
  const { data: sessions = NONE } = useQuery(tunnelSessions.query);
  const claims = claimsOf(useActions());
  return (
    <ul className="grid gap-2 border-t border-line p-4">
      {ids.map((id) => {
        const session = sessions.find((one) => one.id === id);
        const owner = claims.get(id);
        const reason = !session
          ? "It is offline."
          : owner !== undefined && owner !== action.sessionId
            ? "It belongs to another agent."
            : undefined;
        return (
          <li key={id} className="flex flex-wrap items-center gap-3">
            <CopyId id={id} />
            {session ? (
              <span className="text-content-muted">
                {versionText(session.agent_version)}, started <RelativeTime at={session.started_at} />
              </span>
            ) : null}
            <Button
              size="sm"
              className="ml-auto"
              disabledReason={reason}
              onClick={() => {
                if (session) ledger.update((actions) => choose(actions, action.id, session, Date.now()));
              }}
            >
              This one
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** What an accepted update waits for. The button is the page's own: one filled button a view. */
function NeedsRestart({ session }: { session: TunnelSession }) {
  const byHand = refusal("restart", session);
  return (
    <p className="border-t border-line p-4">
      {byHand === null ? "Restart the agent to run the new version." : `Update installed. ${byHand}`}
    </p>
  );
}
