import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { eventsQuery } from "#api/events.ts";
import type { Event } from "#contract/event.ts";
import { apiKeys } from "#resources/api-keys.ts";
import { keyNames } from "#resources/key-names.ts";
import { shortenId } from "#ui/format.ts";

/** The keys to choose from: those that are there, then deleted ones, whose changes are still listed. */
export function useKeyChoices(events: readonly Event[]) {
  const { data: keys } = useQuery(apiKeys.query);
  const { data: deletions } = useQuery(eventsQuery({ type: "api_key_deleted.v0" }));
  // Once a key is chosen, the events name no other.
  const [seen, setSeen] = useState<readonly string[]>([]);
  const named = events.flatMap(({ principal }) => principal?.credential?.id ?? []);
  const found = [...new Set(named)].filter((id) => !seen.includes(id));
  if (found.length > 0) setSeen([...seen, ...found]);
  const names = keyNames(keys);
  const called = new Map(
    deletions?.events.map(({ object: { id, description } }) => [String(id), description]),
  );
  const gone = [...new Set([...called.keys(), ...seen])].filter((id) => !names.has(id));
  return [
    ...[...names].map(([value, label]) => ({ value, label })),
    ...gone.map((value) => {
      const description = called.get(value);
      const name = typeof description === "string" && description ? description : shortenId(value);
      return { value, label: keys ? `${name} (deleted)` : name };
    }),
  ];
}
