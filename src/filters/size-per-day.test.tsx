// Cause: "374 of 374 events match" stood beside "373 events of this type in the last 24 hours", which were counted at another
// moment. Law: a rate is about as many.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { keep, trafficEvent } from "#service/testing/traffic-events.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { SizePerDay } from "./size-per-day.tsx";

const service = connectedApp();
const COUNT = 123;

it("says a rate with two digits", async () => {
  await keep(
    service.traffic,
    Array.from({ length: COUNT }, () => trafficEvent({ "conn.server_port": 443 })),
  );
  await service.traffic.flush();
  const ran = {
    kind: "http_request_complete.v0",
    source: "recent" as const,
    total: COUNT,
    matched: COUNT,
    bytes: { mean: 1000, of: COUNT },
  };
  renderInApp(<SizePerDay ran={ran as Parameters<typeof SizePerDay>[0]["ran"]} share={1} />);
  expect((await screen.findByText(/events of this type/)).textContent).toMatch(
    /^About 120 events of this type/,
  );
});
