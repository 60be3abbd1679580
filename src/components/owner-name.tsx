import { useQuery } from "@tanstack/react-query";
import { eventsQuery } from "#api/events.ts";
import { Link } from "react-router-dom";
import { whoami } from "#resources/whoami.ts";
import { href } from "#resources/paths.ts";
import { CopyId } from "#ui/copy-id.tsx";

const NO_NAMES: ReadonlyMap<string, string> = new Map();
const newestBy = (id: string) => ({
  ...eventsQuery({ principal: id }, 1),
  staleTime: 60_000,
  refetchInterval: false as const,
});

/** The names that the event log has of owners, by their ids. */
export function useOwnerNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const { data = NO_NAMES } = useQuery({
    queryKey: ["owner names", ids],
    queryFn: async ({ client }) => {
      const newest = await Promise.all(ids.map((id) => client.fetchQuery(newestBy(id))));
      return new Map(newest.map((page, at) => [ids[at] ?? "", page?.events[0]?.principal?.subject ?? ""]));
    },
    retry: false,
  });
  return data;
}

/** An owner by the name that the event log has of a person or bot, or the service of the key in use, as a link to what it did and with the id unless it is to be `short` or bare `text`; by the id alone where it has none. */
export function OwnerName({ id, look }: { id: string; look?: "short" | "text" }) {
  const { data } = useQuery(newestBy(id));
  const logged = data?.events[0]?.principal?.subject;
  const { data: own } = useQuery({ ...whoami, enabled: data !== undefined && !logged });
  const name = logged || (own?.principal.id === id ? own.principal.subject : undefined);
  if (!name) return look === "text" ? id : <CopyId id={id} />;
  if (look) return <span title={id}>{name}</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2 *:min-h-6">
      <Link to={href.activity(`?${new URLSearchParams({ principal: id })}`)} className="link font-strong">
        {name}
      </Link>
      <CopyId id={id} />
    </span>
  );
}
