import type { ReactNode } from "react";
import { RefLink } from "#components/ref-link.tsx";
import { sessionName } from "#resources/session-name.ts";
import { useDepartures } from "./use-fleet.ts";

/** The agent of a session that left, where that is known; else `children`, which know those that are online. */
export function LeftAgent(props: { id: string; withId?: boolean; children: ReactNode }) {
  const { id, withId, children } = props;
  const left = useDepartures().find(({ session }) => session.id === id)?.session;
  return left ? <RefLink reference={{ id }} name={sessionName(left)} known withId={withId} /> : children;
}
