import { createContext, lazy, Suspense, use, useCallback, useState, type ReactNode } from "react";
import { sessionName } from "#components/session-name.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { MenuButton } from "#ui/menu.tsx";
import { useToast } from "#ui/toast.tsx";
import { useNow } from "#ui/time.tsx";
import { writeText } from "#ui/use-copy.ts";
import { offersOf } from "./commands.ts";
import { useActions } from "./use-fleet.ts";

const ActionDialog = lazy(async () => ({ default: (await import("./action-dialog.tsx")).ActionDialog }));

const AskContext = createContext<(session: TunnelSession) => void>(() => undefined);

/** Around rows with {@link AgentMenu}: one dialog for them all. */
export function AgentMenus({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<TunnelSession | null>(null);
  return (
    <AskContext value={setAsked}>
      {children}
      {asked ? (
        <Suspense>
          <ActionDialog kind="restart" session={asked} target={null} onClose={() => setAsked(null)} />
        </Suspense>
      ) : null}
    </AskContext>
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
    <MenuButton
      label={`Actions for ${name}`}
      size="sm"
      items={[
        { label: "Open", icon: "right", to },
        ...(url ? [{ label: "Copy public URL", icon: "copy" as const, onSelect: () => copy(url) }] : []),
        { label: "Copy id", icon: "copy", onSelect: () => copy(id) },
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
  const offer = offersOf({ session, target: null, actions: told, online: true, now }).find(
    ({ kind }) => kind === "restart",
  );
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

function useCopyWithToast(): (text: string) => void {
  const toast = useToast();
  return useCallback(
    (text: string) => {
      writeText(text).then(
        () => toast({ tone: "ok", text: `Copied ${text}` }),
        () => toast({ tone: "bad", text: "Copy failed" }),
      );
    },
    [toast],
  );
}
