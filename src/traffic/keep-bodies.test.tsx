// Law: the console lives on the documented API alone: where a service keeps no bodies, nothing offers it.
import { waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { trafficCaptures } from "#resources/traffic-captures.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { KeepBodies } from "./keep-bodies.tsx";

const server = connectedServer();

it.each([
  [404, { error_code: "ERR_1", status_code: 404, msg: "No such path." }, false],
  [200, { traffic_captures: [], uri: "/", next_page_uri: null }, true],
])("where the list answers %i", async (status, body, offered) => {
  server.answerWith(json(status, body));
  const { client, queryByRole } = renderInApp(<KeepBodies of={["ep_1"]} />);
  const { queryKey } = trafficCaptures.query;
  await waitFor(() => expect(client.getQueryState(queryKey)?.status).toBe(offered ? "success" : "error"));
  await waitFor(() => expect(queryByRole("region", { name: "Bodies" }) !== null).toBe(offered));
});
