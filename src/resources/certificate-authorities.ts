import type { QueryClient } from "@tanstack/react-query";
import { CertificateAuthority, type CertificateAuthorityCreate } from "#contract/certificate-authority.ts";
import { request } from "#api/client.ts";
import { scannedList } from "#api/scanned-list.ts";

const PATH = "/certificate_authorities";

/** Every certificate authority, newest first (protocol-facts.md#certificate-authorities). Services without them answer 404. */
export const certificateAuthorities = scannedList({
  path: PATH,
  key: "certificate_authorities",
  item: CertificateAuthority,
});

/** Path of a certificate authority below the base URL. */
export const authorityPath = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

/** Creates a certificate authority out of its PEM, and reads the list again. */
export async function createAuthority(
  client: QueryClient,
  body: CertificateAuthorityCreate,
): Promise<CertificateAuthority> {
  try {
    return await request({ method: "POST", path: PATH, body, answer: CertificateAuthority });
  } finally {
    void refresh(client);
  }
}

/** Deletes a certificate authority; refused with 409 while a module names it. */
export async function deleteAuthority(client: QueryClient, id: string): Promise<void> {
  await request({ method: "DELETE", path: authorityPath(id) });
  void refresh(client);
}

async function refresh(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: certificateAuthorities.query.queryKey }),
    client.invalidateQueries({ queryKey: ["known_refs", "certificateAuthority"] }),
  ]);
}
