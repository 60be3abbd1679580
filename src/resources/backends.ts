import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { TunnelGroupBackend, type TunnelGroupBackendCreate } from "#contract/backend.ts";
import { request } from "#api/client.ts";
import { scannedList } from "#api/scanned-list.ts";

const PATH = "/backends/tunnel_group";

/** Where a backend is posted to (protocol-facts.md#backends). */
export const backendsPath = PATH;

/** Every tunnel group backend, newest first (protocol-facts.md#backends). */
export const backends = scannedList({ path: PATH, key: "backends", item: TunnelGroupBackend });

/** Path of a backend below the base URL. */
export const backendPath = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

/** One backend; 404 where it, or the whole extension, is not there. */
export function backendQuery(id: string) {
  return queryOptions({
    queryKey: ["backends", "detail", id],
    queryFn: ({ signal }) =>
      request({ method: "GET", path: backendPath(id), answer: TunnelGroupBackend, signal }),
  });
}

/** Creates a backend, and reads the list again. */
export async function createBackend(
  client: QueryClient,
  body: TunnelGroupBackendCreate,
): Promise<TunnelGroupBackend> {
  try {
    return await request({ method: "POST", path: PATH, body, answer: TunnelGroupBackend });
  } finally {
    void refresh(client);
  }
}

/** Deletes a backend; refused with 409 while a module names it. */
export async function deleteBackend(client: QueryClient, id: string): Promise<void> {
  await request({ method: "DELETE", path: backendPath(id) });
  void refresh(client);
}

async function refresh(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: backends.query.queryKey }),
    client.invalidateQueries({ queryKey: ["known_refs", "tunnelGroupBackend"] }),
  ]);
}
