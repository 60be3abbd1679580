// Cause: while a query that had read nothing was tried again, its error was gone: the rows to come flashed, an opened "Details"
// closed, and the focus left "Try again". Law: what failed is told until something is read.
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { ipPolicies } from "#resources/ip-policies.ts";
import { ListFrame } from "#table/list-frame.tsx";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { QueryGate } from "./query-gate.tsx";

const server = connectedServer();

function Gate() {
  const query = useQuery({ ...ipPolicies.query, retry: false });
  return (
    <QueryGate query={query} tried="load policies">
      {() => "Read"}
    </QueryGate>
  );
}

function Frame() {
  const query = useQuery({ ...ipPolicies.query, retry: false });
  return (
    <ListFrame noun="policies" query={query} some={false} empty="Read">
      {null}
    </ListFrame>
  );
}

it.each([
  ["a page", Gate],
  ["a list", Frame],
])("of %s: the failure stays while it is tried again", async (_, Part) => {
  server.answerWith(json(500, { msg: "Broken.", error_code: "ERR_1" }));
  const { user, client } = renderInApp(<Part />);
  await user.click(await screen.findByText("Details"));
  const details = screen.getByText("Status 500").closest("details");
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  server.answerWith(async (request, response) => {
    await released;
    json(200, { ip_policies: [], uri: "", next_page_uri: null })(request, response);
  });
  const again = screen.getByRole("button", { name: "Try again" });
  await user.click(again);
  await waitFor(() => expect(client.isFetching()).toBe(1));
  expect(again.getAttribute("aria-busy")).toBe("true");
  expect(document.activeElement).toBe(again);
  expect(details?.isConnected && details.open).toBe(true);
  release();
  await screen.findByText("Read");
});
