import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { eventsQuery } from "#api/events.ts";
import { RecentPanel } from "./recent-panel.tsx";

/** The panel of what happened, with the newest events of the service. */
export function RecentChanges(props: Omit<ComponentProps<typeof RecentPanel>, "events">) {
  const query = useQuery(eventsQuery());
  return <RecentPanel events={{ ...query, data: query.data && query.data.events }} {...props} />;
}
