import { refusal } from "#contract/capability.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import type { IconName } from "#ui/icon.tsx";
import type { FleetAction } from "./action.ts";
import { busyReason } from "./action-text.ts";

/** A command as a control offers it: off with its reason rather than hidden. */
export type Offer = {
  kind: AgentCommand;
  label: string;
  icon: IconName;
  tone?: "danger";
  disabledReason?: string;
};

type About = {
  session: TunnelSession;
  target: string | null;
  actions: readonly FleetAction[];
  online: boolean;
  now: number;
};

/** The restart among what an online agent can be told. */
export function restartOffer(about: Omit<About, "target">): Offer | undefined {
  return offersOf({ ...about, target: null }).find(({ kind }) => kind === "restart");
}

/** What an agent can be told, and why not. `actions` are those sent to this session, oldest first; `online` false = it left. */
export function offersOf(about: About): Offer[] {
  const { session, target, actions, online, now } = about;
  const off = (kind: AgentCommand) => {
    const reason = online
      ? (refusal(kind, session) ?? busyReason(kind, actions, now))
      : "This session is no longer online.";
    return reason === null ? {} : { disabledReason: reason };
  };
  return [
    {
      kind: "update",
      label: target === null ? "Update…" : `Update to ${target}…`,
      icon: "behind",
      ...off("update"),
    },
    { kind: "restart", label: "Restart…", icon: "refresh", ...off("restart") },
    { kind: "stop", label: "Stop…", icon: "stop", tone: "danger", ...off("stop") },
  ];
}
