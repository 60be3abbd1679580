import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { NoSuch } from "#components/no-such.tsx";
import { EDGE_KINDS, EDGE_NAMES } from "#resources/edge-names.ts";
import type { EdgeProtocol } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";

const keyOf = (id: string) => ["restored_as", id] as const;

/** Notes the page of what was restored under a new ID, for the pages of the old one: in memory, until disconnected. */
export function holdRestored(client: QueryClient, id: string, page: string): void {
  client.setQueryDefaults(keyOf(id), { gcTime: Infinity });
  client.setQueryData(keyOf(id), page);
}

/** Leads from what was deleted to what this tab restored it as. */
export function RestoredAs({ id, noun }: { id: string; noun: string }) {
  const page = useQueryClient().getQueryData<string>(keyOf(id));
  return page === undefined ? null : (
    <ButtonLink to={page} variant="primary">
      Open the restored {noun}
    </ButtonLink>
  );
}

/** In place of an edge that the service does not know; `known` = it was there before. */
export function AbsentEdge({ protocol, ...of }: { protocol: EdgeProtocol; id: string; known?: boolean }) {
  const restored = <RestoredAs id={of.id} noun={EDGE_NAMES[protocol]} />;
  return <NoSuch {...of} kind={EDGE_KINDS[protocol]} first={restored} />;
}
