import { authorityColumns } from "../rules/certificate.ts";
import type { Db } from "../store/schema.ts";
import { addRow, daysBefore } from "./rows.ts";

/** The tunnel group backends of Northwind Freight; the last is served by nobody. */
const BACKENDS = [
  { description: "Webhook receivers", labels: { app: "hooks" }, daysOld: 96 },
  { description: "Nightly batch", labels: { app: "batch" }, daysOld: 61 },
  { description: "Invoices, moving to the new site", labels: { app: "invoices" }, daysOld: 4 },
];

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

/** Adds the backends and the certificate authority of the demo account. */
export async function addDemoEdgeObjects(db: Db, now: number): Promise<void> {
  for (const backend of BACKENDS) {
    const labels = JSON.stringify(backend.labels);
    await addRow(db, "tunnelGroupBackend", daysBefore(now, backend.daysOld), backend, { labels });
  }
  const texts = { description: "Scanners and door panels" };
  await addRow(db, "certificateAuthority", daysBefore(now, 120), texts, authorityColumns(CA_PEM));
}
