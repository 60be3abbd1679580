// Cause: the plan of a stop said that a URL stays up through an agent whose app was known to be down. Law: an app that fails keeps nothing
// up, in a tab’s plan too.
import { expect, it } from "vitest";
import { servedKeys } from "./tab-served.ts";

it("tells apart who serves and who keeps up", () => {
  const tunnel = (id: string, session: string) => ({
    id,
    started_at: "2026-11-22T10:00:00Z",
    public_url: "https://a.example",
    tunnel_session: { id: session, uri: "" },
  });
  const unreached = new Map([["tn_2", "unreached 500 Failures"]] as const);
  const served = { tunnels: [tunnel("tn_1", "ts_1"), tunnel("tn_2", "ts_2")], endpoints: [], unreached };
  const { sessionsOf, upOf } = servedKeys(served, new Set(["ts_1", "ts_2"]));
  const key = "url https://a.example";
  expect([sessionsOf.get(key), upOf?.get(key)]).toEqual([new Set(["ts_1", "ts_2"]), new Set(["ts_1"])]);
});
