import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { recentEvents } from "#api/events.ts";
import { RecentPanel } from "./recent-panel.tsx";

/** The panel of what happened, with the newest events of the service. */
export function RecentChanges(props: Omit<ComponentProps<typeof RecentPanel>, "events">) {
  return <RecentPanel events={useQuery(recentEvents)} {...props} />;
}
