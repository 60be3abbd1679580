// Law: what fails is told in numbers, with why, and with what to check: of an app that answers 500 its logs, of one that is not reached
// the way to it.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { clockMinute } from "#ui/time.tsx";
import { unreachedWords, useUnreached } from "./unreachable.ts";

const server = connectedServer();
const since = "2026-11-21T05:00:00Z";
const failed_at = "2026-11-21T05:04:00Z";
const [at, lastAt] = [since, failed_at].map((one) => clockMinute(Date.parse(one)));

function Words() {
  const lead = useUnreached()?.get("ep_1");
  if (!lead) return null;
  const { text, why } = unreachedWords(lead);
  return `${text}: ${why}`;
}

// Cause: "7 of the last 8 requests got a 500 since 10:32" where some of them had no answer. Law: what is known of the last is not said of all.
it.each([
  [
    { error_code: "", status: 500 },
    `App fails: Failures since ${at}. 7 of the last 8 requests to the app failed, the last with a 500. Check the logs of the app.`,
  ],
  // Cause: while a circuit breaker was open, every page blamed the app alone for its 503. Law: what blocks requests is named.
  [
    { error_code: "", status: 500, held: true, failed_at },
    `App fails: Failures since ${at}. 7 of the last 8 requests to the app failed, the last with a 500 at ${lastAt}. The circuit breaker has tripped and blocks requests. Check the logs of the app.`,
  ],
  // Cause: an app that was back behind a login that was turned on meanwhile was "Failing", since "nothing listens", for an hour: no request
  // reached it. Law: what is only known of the last failure is told with its time.
  [
    { error_code: "ERR_GATEHOUSE_3210", reason: "Nothing listens at the app’s address", failed_at },
    `App unreachable: Failures since ${at}. 7 of the last 8 requests to the app failed, the last at ${lastAt}: Nothing listens at the app’s address. Check the app, and where its tunnel forwards to.`,
  ],
  // Cause: the restart of an agent looked like the mend of its app, which nobody had asked since. Law: what is known is of before a restart.
  [
    { error_code: "ERR_GATEHOUSE_3210", reason: "Nothing listens at the app’s address", restarted: true },
    `App unreachable: Failures since ${at}. 7 of the last 8 requests to the app failed: Nothing listens at the app’s address. No requests since the agent restarted. Check the app, and where its tunnel forwards to.`,
  ],
  // Cause: "Tokens haven’t been checked since 9:45" of requests that were refused read as if tokens passed unchecked. Law: the outcome is said.
  [
    { error_code: "ERR_GATEHOUSE_3262", reason: "keys.example was not found" },
    `Keys unreachable: Requests with a token have failed since ${at}. keys.example was not found. Check the address of the JWT keys, and that the edge can reach and trust it.`,
  ],
])("%j", async (more, words) => {
  const app = {
    endpoint_id: "ep_1",
    edge_id: null,
    route_id: null,
    tunnel_id: "tn_1",
    failed: 7,
    of: 8,
    since,
  };
  server.answerWith(json(200, { uri: "", unreachable_apps: [{ ...app, ...more }] }));
  renderInApp(<Words />);
  expect(await screen.findByText(words)).toBeDefined();
});
