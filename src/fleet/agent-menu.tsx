import { createContext, use, useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { RefLink } from "#components/ref-link.tsx";
import { RowMenu } from "#table/row-menu.tsx";
import { Status } from "#ui/status.tsx";
import { useNow } from "#ui/time.tsx";
import { useCopyWithToast } from "#ui/use-copy-with-toast.ts";
import { counted } from "#ui/format.ts";
import { awaitsRestart, isOpen, type FleetAction } from "./action.ts";
import { isSentHere } from "./sent-here.ts";
import { useActions } from "./use-fleet.ts";
import { stateWords, type Said } from "./action-text.ts";
import { restartOffer } from "./commands.ts";
import { ActionDialog } from "./lazy-action-dialog.ts";

const AskContext = createContext<(session: TunnelSession) => void>(() => undefined);

/** Around rows with {@link AgentMenu}: one dialog for them all. */
export function AgentMenus({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<TunnelSession | null>(null);
  return (
    <AskContext value={setAsked}>
      <FleetNews />
      {children}
      {asked ? (
        <ActionDialog kind="restart" session={asked} target={null} onClose={() => setAsked(null)} />
      ) : null}
    </AskContext>
  );
}

/** For how long what came of an action is still told over a list. */
const NEWS_MS = 60_000;

/** Of so many agents it is told by name; the list of sessions has the others. */
const NAMED = 3;

/** What is told first: failures, then what waits for a hand; of the same tone, the latest. */
const ORDER: readonly Said["tone"][] = ["bad", "warn", "off", "run", "ok"];

/** What this tab told agents just now, over a list whose rows do not show it: they come and go with it. */
function FleetNews() {
  const actions = useActions();
  const now = useNow(1000);
  // The newest of each agent.
  const news = [...new Map(actions.map((action) => [action.sessionId, action])).values()]
    .filter(
      (action) =>
        isSentHere(action) &&
        // What awaits its restart, or its start by hand, does so for days.
        ((isOpen(action) && !awaitsRestart(action) && action.endedBy !== "stop") ||
          now - (action.log.at(-1)?.at ?? 0) <= NEWS_MS),
    )
    .map((action) => ({ action, said: stateWords(action, now) }))
    .toSorted(
      (a, b) => ORDER.indexOf(a.said.tone) - ORDER.indexOf(b.said.tone) || b.action.sentAt - a.action.sentAt,
    );
  if (news.length === 0) return null;
  return (
    <ul
      aria-label="Agents"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-surface-sunken px-3 py-2"
    >
      {news.slice(0, NAMED).map(({ action, said }) => (
        <li key={action.id} className="flex flex-wrap items-center gap-x-3">
          <OneNews action={action} said={said} />
        </li>
      ))}
      {news.length > NAMED ? (
        <li>
          <Link to={href.sessions()} className="link-quiet">
            {counted(news.length - NAMED, "more agent")}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}

function OneNews({ action, said }: { action: FleetAction; said: Said }) {
  const { state, session } = action;
  const id = ("successorId" in state && state.successorId) || session.id;
  return (
    <>
      <RefLink reference={{ id }} name={sessionName(session)} known />
      <Status tone={said.tone}>{said.text}</Status>
    </>
  );
}

/** The menu of a row that an agent serves: its page, its address to copy, and the restart of the agent where it is known. */
export function AgentMenu(props: {
  name: string;
  to: string;
  id: string;
  url: string | null | undefined;
  session: TunnelSession | null;
}) {
  const { name, to, id, url, session } = props;
  const copy = useCopyWithToast();
  return (
    <RowMenu
      name={name}
      items={[
        { label: "Open", icon: "right", to },
        ...(url ? [{ label: "Copy public URL", icon: "copy" as const, onSelect: () => copy(url) }] : []),
        { label: "Copy ID", icon: "copy", onSelect: () => copy(id) },
        ...useRestart(session),
      ]}
    />
  );
}

function useRestart(session: TunnelSession | null) {
  const ask = use(AskContext);
  const actions = useActions();
  const now = useNow(1000);
  if (!session) return [];
  const told = actions.filter(({ sessionId }) => sessionId === session.id);
  const offer = restartOffer({ session, actions: told, online: true, now });
  if (!offer) return [];
  const { icon, disabledReason } = offer;
  return [
    "separator" as const,
    {
      label: `Restart ${sessionName(session)}…`,
      icon,
      ...(disabledReason === undefined ? {} : { disabledReason }),
      onSelect: () => ask(session),
    },
  ];
}
