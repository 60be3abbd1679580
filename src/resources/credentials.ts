import { queryOptions, type QueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { Credential, type CredentialCreate } from "#contract/credential.ts";
import { request } from "#api/client.ts";
import { scannedList } from "#api/scanned-list.ts";

const PATH = "/credentials";

/** Every tunnel credential, newest first (protocol-facts.md#authtokens); not every service has them. */
export const credentials = scannedList({ path: PATH, key: "credentials", item: Credential });

const detailKey = (id: string) => ["credentials", "detail", id];

/** Path of a credential below the base URL. */
export const credentialPath = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

/** One credential; its token is never in it. */
export function credentialQuery(id: string) {
  return queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => request({ method: "GET", path: credentialPath(id), answer: Credential, signal }),
  });
}

const CreatedCredential = z.extend(Credential, { token: z.string().check(z.minLength(1)) });
export type CreatedCredential = z.infer<typeof CreatedCredential>;

/** Creates a tunnel credential. The answer's `token` is the agent's authtoken, shown this once: keep it out of every cache. */
export function createCredential(body: CredentialCreate): Promise<CreatedCredential> {
  return request({ method: "POST", path: PATH, body, answer: CreatedCredential });
}

/** Reads the list again, after one was made. */
export function refreshCredentials(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: credentials.query.queryKey });
}

/** Deletes a credential for good: its authtoken is refused from then on, and our own service ends its sessions at once. */
export async function deleteCredential(client: QueryClient, id: string): Promise<void> {
  await request({ method: "DELETE", path: credentialPath(id) });
  client.removeQueries({ queryKey: detailKey(id) });
  void refreshCredentials(client);
}
