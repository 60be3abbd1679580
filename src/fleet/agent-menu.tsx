import { createContext, use, useState, type ReactNode } from "react";
import { sessionName } from "#resources/session-name.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { RefLink } from "#components/ref-link.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { RowMenu } from "#table/row-menu.tsx";
import { Status } from "#ui/status.tsx";
import { useNow } from "#ui/time.tsx";
import { useCopyWithToast } from "#ui/use-copy-with-toast.ts";
import { isOpen } from "./action.ts";
import { useActions } from "./use-fleet.ts";
import { stateWords } from "./action-text.ts";
import { restartOffer } from "./commands.ts";

const ActionDialog = lazyPart(() => import("./action-dialog.tsx"), "ActionDialog");

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

/** The newest action of this tab, over a list whose rows do not show it: they come and go with it. */
function FleetNews() {
  const latest = useActions().at(-1);
  const now = useNow(1000);
  if (!latest || (!isOpen(latest) && now - (latest.log.at(-1)?.at ?? 0) > NEWS_MS)) return null;
  const { tone, text } = stateWords(latest, now);
  const { state, session } = latest;
  const id = ("successorId" in state && state.successorId) || session.id;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-surface-sunken px-3 py-2">
      <RefLink reference={{ id }} name={sessionName(session)} known />
      <Status tone={tone}>{text}</Status>
    </div>
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
