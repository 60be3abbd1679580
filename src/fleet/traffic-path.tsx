import type { Reference } from "#resources/kinds.ts";
import { useState, type ReactNode } from "react";
import { RefLink } from "#components/ref-link.tsx";
import { sessionName } from "#resources/session-name.ts";
import { tunnelName } from "#resources/tunnel-names.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { cx } from "#ui/cx.ts";
import { Icon, type IconName } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { RelativeTime, useNow } from "#ui/time.tsx";
import type { FleetAction } from "./action.ts";
import { restartOffer } from "./commands.ts";
import { useSession } from "./use-session.ts";
import { versionText } from "./version.ts";
import { leftWords, saysMore, stateWords } from "./action-text.ts";
import { ActionDialog } from "./lazy-action-dialog.ts";

/** The way of a request, step by step from the public URL to what the agent passes it on to. */
export function TrafficPath({ children }: { children: ReactNode }) {
  return <ol className="grid px-4 py-3">{children}</ol>;
}

/** One step: what it is, what is to be known of it, and at the right its state or what can be done. */
export function PathStep(props: {
  icon: IconName;
  /** What kind of thing: "Tunnel". */
  kind: string;
  children: ReactNode;
  detail?: ReactNode;
  aside?: ReactNode;
  /** The step that this page is about. */
  here?: boolean;
  /** Requests get as far as this, and fail. */
  fails?: boolean;
}) {
  const { icon, kind, children, detail, aside, here = false, fails = false } = props;
  return (
    <li
      aria-current={here ? "true" : undefined}
      className="relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-8 not-last:before:bottom-1 not-last:before:left-3.5 not-last:before:border-l not-last:before:border-line-strong"
    >
      <span
        className={cx(
          "grid size-7 place-items-center rounded-md border",
          fails
            ? "border-transparent bg-danger-soft text-danger"
            : here
              ? "border-accent bg-accent-soft text-accent-text"
              : "border-line text-content-muted",
        )}
      >
        <Icon name={icon} />
      </span>
      <div className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-0 flex-[1_1_14rem]">
          <div className="text-xs text-content-faint">{kind}</div>
          <div className="wrap-anywhere [&_a:not(.font-mono)]:font-strong">{children}</div>
          {detail ? <div className="text-xs text-content-muted wrap-anywhere">{detail}</div> : null}
        </div>
        {aside ? <div className="flex flex-wrap items-center gap-3 pt-1">{aside}</div> : null}
      </div>
    </li>
  );
}

type TunnelProps = {
  tunnel: Tunnel;
  here?: boolean;
  online?: boolean;
  why?: string | undefined;
  fails?: boolean;
};

/** The way from a tunnel to its upstream. `here` = this page is about the tunnel; `online` false = it has ended; `why` = why requests through it fail; `fails` = they do at the upstream. */
export function TunnelSteps(props: TunnelProps) {
  const { tunnel_session: session, forwards_to: upstream } = props.tunnel;
  return (
    <>
      <TunnelStep {...props} />
      {session ? <SessionStep reference={session} /> : null}
      <PathStep
        icon="terminal"
        kind="Forwards to"
        detail={props.why}
        fails={props.fails ?? false}
        aside={props.fails ? <Status tone="bad">Fails here</Status> : null}
      >
        {upstream ? <span className="font-mono text-xs">{upstream}</span> : "–"}
      </PathStep>
    </>
  );
}

function TunnelStep({ tunnel, here = false, online = true }: TunnelProps) {
  return (
    <PathStep
      icon="tunnels"
      kind="Tunnel"
      here={here}
      detail={
        <>
          {[tunnel.proto, tunnel.region].filter(Boolean).join(" · ")} · started{" "}
          <RelativeTime at={tunnel.started_at} />
        </>
      }
    >
      {here ? (
        <CopyId id={tunnel.id} />
      ) : (
        <RefLink
          reference={tunnel}
          name={tunnel.public_url ? undefined : tunnelName(tunnel)}
          known={online}
        />
      )}
    </PathStep>
  );
}

/** The step of a session: who the agent is, how it is, and its restart, with what came of it. */
function SessionStep({ reference }: { reference: Reference }) {
  const seen = useSession(reference.id);
  const { session, online, loading } = seen;
  if (!session)
    return (
      <PathStep icon="sessions" kind="Session" detail={loading ? undefined : "Not shown by the service"}>
        {loading ? <Skeleton className="my-1 w-40" /> : <CopyId id={reference.id} />}
      </PathStep>
    );
  return (
    <PathStep
      icon="sessions"
      kind="Session"
      detail={[`Agent ${versionText(session.agent_version)}`, session.os, session.region].join(" · ")}
      aside={<SessionControls seen={seen} session={session} />}
    >
      <RefLink
        reference={session}
        name={sessionName(session)}
        known={online || seen.departure !== undefined}
        withId={sessionName(session) !== session.id}
      />
    </PathStep>
  );
}

/** How the agent is, and its restart. */
export function SessionControls(props: { seen: ReturnType<typeof useSession>; session: TunnelSession }) {
  const { seen, session } = props;
  const { online, told } = seen;
  const [asked, setAsked] = useState(false);
  return (
    <>
      <SessionState seen={seen} id={session.id} />
      <RestartButton {...{ session, online, told }} onAsk={() => setAsked(true)} />
      {asked ? (
        <ActionDialog kind="restart" session={session} target={null} onClose={() => setAsked(false)} />
      ) : null}
    </>
  );
}

/** For how long what came of an action is still the news about a session. */
const NEWS_MS = 10 * 60_000;

const isRefusedUpdate = ({ kind, state: { phase } }: FleetAction) =>
  kind === "update" && (phase === "refused" || phase === "failed");

function SessionState({ seen, id }: { seen: ReturnType<typeof useSession>; id: string }) {
  const { online, latest, departure, told } = seen;
  const now = useNow(1000);
  const own = latest && saysMore(latest, id);
  if (!online && departure && !own) {
    const { tone, text } = leftWords(departure, told);
    return <Status tone={tone}>{text}</Status>;
  }
  // An update that was refused changes nothing of the way: its outcome is the session's.
  if (latest && now - latest.sentAt < NEWS_MS && !(online && isRefusedUpdate(latest))) {
    const { tone, text } = stateWords(latest, now);
    return <Status tone={tone}>{text}</Status>;
  }
  return <Status tone={online ? "ok" : "off"}>{online ? "Online" : "Offline"}</Status>;
}

function RestartButton(props: {
  session: TunnelSession;
  online: boolean;
  told: readonly FleetAction[];
  onAsk: () => void;
}) {
  const { session, online, told, onAsk } = props;
  const now = useNow(1000);
  const offer = restartOffer({ session, actions: told, online, now });
  if (!offer) return null;
  return (
    <Button
      size="sm"
      icon={offer.icon}
      aria-label={`Restart ${sessionName(session)}…`}
      disabledReason={offer.disabledReason}
      onClick={onAsk}
    >
      {offer.label}
    </Button>
  );
}
