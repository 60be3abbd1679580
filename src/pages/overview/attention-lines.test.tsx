// Cause: of an agent whose authtoken was deleted while it was away, Sessions said so and the overview only that it is offline, as if it
// could come back. Law: why an agent can’t come back is told wherever it is listed.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { lost } from "./agent-attention.ts";
import { AttentionLines } from "./attention-lines.tsx";

const server = connectedServer();
const T0 = Date.parse("2026-11-22T09:00:00Z");
const authtoken = { id: "cr_1", uri: "", created_at: "2026-11-20T00:00:00Z" };
const session = {
  id: "ts_1",
  uri: "",
  ip: "192.0.2.7",
  metadata: "",
  os: "linux",
  region: "eu",
  transport: "service/2",
  started_at: "2026-11-21T06:00:00Z",
  credential: authtoken,
};

it.each([
  [true, /last seen 9 s ago\. Authtoken deleted\. It can’t reconnect\. Start it with another authtoken\.$/],
  [false, /last seen 9 s ago\. It didn’t come back from its restart\. Start it on its host\.$/],
])("says of an agent that is offline whether its authtoken was deleted: %s", async (isDeleted, words) => {
  server.answerWith((request, response) => {
    const isOne = request.url?.endsWith("/credentials/cr_1");
    const list = { credentials: isDeleted ? [] : [authtoken], uri: "", next_page_uri: null };
    return json(isOne && isDeleted ? 404 : 200, isOne ? authtoken : list)(request, response);
  });
  const left = { session, seenAt: T0, leftAt: T0, reason: "restarted" as const };
  const items = lost(left, { actions: [], now: T0 + 9000 });
  renderInApp(
    <AttentionLines items={items} targetOf={() => null}>
      {null}
    </AttentionLines>,
  );
  await screen.findByText("ts_1 is offline");
  await waitFor(() => expect(server.seen.length).toBeGreaterThan(isDeleted ? 1 : 0));
  expect(await screen.findByText(words)).toBeTruthy();
});
