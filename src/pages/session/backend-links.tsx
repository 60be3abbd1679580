import { useQuery } from "@tanstack/react-query";
import { backends } from "#resources/backends.ts";
import { RefLink } from "#components/ref-link.tsx";

type Props = { ids: readonly string[] };

const FRESH_MS = 30_000;

/** Backends by name, each a link once the service has shown it; one reading of the list for all. */
export function BackendLinks({ ids }: Props) {
  const { data } = useQuery({ ...backends.query, staleTime: FRESH_MS });
  return ids.map((id) => {
    const backend = data?.find((one) => one.id === id);
    return (
      <span key={id} className="min-w-0 truncate">
        <RefLink
          reference={{ id }}
          name={backend && backends.nameOf(backend)}
          known={backend !== undefined}
        />
      </span>
    );
  });
}
