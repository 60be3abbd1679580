// Cause: while the service was down, the page of requests stayed green, with "No requests yet". Law: what can't be renewed says so,
// since when and why, on every page.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./traffic-page.tsx";

const server = connectedServer();

it("says that the service does not answer once its stream ends", async () => {
  let end = () => {};
  server.answerWith((request, response) => {
    if (!request.url?.startsWith("/traffic_stream"))
      return json(200, { traffic: [], uri: "/traffic", next_page_uri: null })(request, response);
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    end = () => response.destroy();
    return undefined;
  });
  renderInApp(<Component />);
  await screen.findByText("live");
  expect(await screen.findByText("No requests yet")).toBeDefined();
  server.answerWith((request) => request.socket.destroy());
  end();
  expect(await screen.findByText(/^No connection to the service\. Check/)).toBeDefined();
  expect(screen.queryByText("No requests yet")).toBeNull();
  expect(screen.getByText(/^No answer for/)).toBeDefined();
});
