import { EVENT_KINDS } from "#contract/events/catalogue.ts";
import { setDestinations, setSources } from "../store/event-subscriptions.ts";
import type { Db } from "../store/schema.ts";
import { addRow, daysBefore } from "./rows.ts";

const ALL = { fields: [], filter: "", sample: 1 };
/** Who reads the log of the edge wants to know what was asked of the public hosts and what came of it. */
const TRAFFIC = {
  type: "http_request_complete.v0",
  fields: [
    "conn.client_ip",
    "http.request.method",
    "http.request.url.host",
    "http.request.url.path",
    "http.response.status_code",
  ],
  filter: 'ev.conn.server_name.endsWith(".northwind.example")',
  sample: 0.1,
};

/** Adds what the demo account sends: to a file beside its database, so that nothing leaves the machine, and nothing fails. */
export async function addDemoSubscription(db: Db, now: number): Promise<void> {
  const target = JSON.stringify({ file: { name: "siem.ndjson" } });
  const at = daysBefore(now, 58);
  const shipped = { description: "SIEM, collected from disk", metadata: { team: "security" } };
  const { id: destination } = await addRow(db, "eventDestination", at, shipped, { format: "json", target });
  const texts = {
    description: "Changes and a sample of requests, for the SIEM",
    metadata: { team: "security" },
  };
  const { id } = await addRow(db, "eventSubscription", at + 60_000, texts, {});
  const audit = EVENT_KINDS.filter(({ family, written }) => family === "audit" && written);
  await setSources(db, id, [TRAFFIC, ...audit.map(({ type }) => ({ type, ...ALL }))]);
  await setDestinations(db, id, [destination]);
}
