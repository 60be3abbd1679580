import { authorityColumns } from "../rules/certificate.ts";
import type { Db } from "../store/schema.ts";
import type { Named } from "./edge-list.ts";
import { addNamed, addRow, daysBefore } from "./rows.ts";

/** The tunnel group backends of Northwind Freight; invoices are served by nobody. */
const BACKENDS = {
  gateways: { description: "Gateways of all sites", labels: { app: "gateway" }, daysOld: 630 },
  scanners: { description: "Scanner gateways", labels: { app: "scanner" }, daysOld: 119 },
  hooks: { description: "Webhook receivers", labels: { app: "hooks" }, daysOld: 97 },
  batch: { description: "Nightly batch", labels: { app: "batch" }, daysOld: 62 },
  queue: { description: "Job queue", labels: { app: "queue" }, daysOld: 62 },
  invoices: { description: "Invoices, moving to the new site", labels: { app: "invoices" }, daysOld: 4 },
};

/** Signed by itself, valid from January 2026 to January 2036; its key was thrown away. */
const CA_PEM = `-----BEGIN CERTIFICATE-----
MIIBjDCCATKgAwIBAgIUaXHuTeCcYgUNLEhgxH8O6EV+74wwCgYIKoZIzj0EAwIw
JDEiMCAGA1UEAwwZTm9ydGh3aW5kIEZyZWlnaHQgZGV2aWNlczAeFw0yNjAxMDEw
MDAwMDBaFw0zNjAxMDEwMDAwMDBaMCQxIjAgBgNVBAMMGU5vcnRod2luZCBGcmVp
Z2h0IGRldmljZXMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQl9EHlaYF1updD
RW3Ms5B3eTmXSCQa//YxXV1UlaF6kuBzgKq77pFeKzIeKal2u8OKnLYpCk6suc80
WHV1orKto0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNV
HQ4EFgQUOhwoEdzs+MScSmhmCvAeu1oou5UwCgYIKoZIzj0EAwIDSAAwRQIhAJfQ
Zl7AN2IRN53Ms17yODyVV7UGL8MfwyJ+UIuRIS6JAiAuD7LzNUuf2TszXHxrtQ8O
UHi6k9BXM6lEoVic84hreA==
-----END CERTIFICATE-----
`;

/** Adds the backends and the certificate authority of the demo account; answers their ids. */
export async function addDemoEdgeObjects(
  db: Db,
  now: number,
): Promise<Pick<Named, "backends" | "authority">> {
  const backends = await addNamed(BACKENDS, (backend) =>
    addRow(db, "tunnelGroupBackend", daysBefore(now, backend.daysOld), backend, {
      labels: JSON.stringify(backend.labels),
    }),
  );
  const texts = { description: "Scanners and door panels" };
  const columns = authorityColumns(CA_PEM);
  const { id } = await addRow(db, "certificateAuthority", daysBefore(now, 120), texts, columns);
  return { backends, authority: id };
}
