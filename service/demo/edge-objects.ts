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

/** Signed by itself, valid until November 2036; its key was thrown away. */
const CA_PEM = `-----BEGIN CERTIFICATE-----
MIIBrTCCAVOgAwIBAgIUZ/VrwzyjBViZr9geTtYfvhAr1icwCgYIKoZIzj0EAwIw
JDEiMCAGA1UEAwwZTm9ydGh3aW5kIEZyZWlnaHQgZGV2aWNlczAeFw0yNjExMjEw
NzQ4NTBaFw0zNjExMTgwNzQ4NTBaMCQxIjAgBgNVBAMMGU5vcnRod2luZCBGcmVp
Z2h0IGRldmljZXMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQBa3eWHuBRRqYr
9tz2ucAWFFeRYX2Soja2uSMlIz1w/PJ9aNoZQvLlj1y5W335wD36DLKTQDk6DXoD
G0CfVJ9wo2MwYTAdBgNVHQ4EFgQUOwZ+ydbfrGWhOTQq56BEXuBEf+8wHwYDVR0j
BBgwFoAUOwZ+ydbfrGWhOTQq56BEXuBEf+8wDgYDVR0PAQH/BAQDAgEGMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAMQnvd0isw3JGuaNRGeerrMk
7s4pfqSXcVdDRN6dlOnMAiB91m/7alo6q9/BUhnoCIzEjf4A6g/t3v+NSvYTLkkz
Nw==
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
