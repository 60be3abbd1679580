import { queryOptions, useQuery } from "@tanstack/react-query";
import { request } from "#api/client.ts";
import { isAbsent } from "#api/errors.ts";
import { servedConfigQuery } from "#api/served-config.ts";
import { EdgeRoot } from "#contract/edge-root.ts";

const edgeRoot = queryOptions({
  queryKey: ["edge root"],
  staleTime: Infinity,
  queryFn: async ({ signal }) => {
    try {
      return await request({ method: "GET", path: "/edge_root", answer: EdgeRoot, signal });
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  },
});

/** The root certificate of the service's edge; null where it has none of its own, or none is known. */
export function useEdgeRoot(): (EdgeRoot & { ca_pem: string }) | null {
  const { data: config } = useQuery(servedConfigQuery);
  const { data: root } = useQuery({ ...edgeRoot, enabled: config?.edge !== undefined });
  return root?.ca_pem ? { ...root, ca_pem: root.ca_pem } : null;
}
