import { screen, within } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { TlsEdge } from "#contract/edge.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";
import { idsIn } from "./edge-fields.tsx";
import { Component } from "./edge-new-page.tsx";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  setConnection(
    { baseUrl: `${service.origin}/api`, key: service.key, versionHeader: "Service-Version" },
    { remember: false },
  );
});
afterAll(async () => {
  forgetConnection();
  await service.close();
});

describe("a hostport that is taken", () => {
  // Cause: who has it was named by a bare id in the refusal. Law: every reference is a link.
  it("leads to the edge that has it, and stays typed", async () => {
    const hostport = "taken.northwind.example:443";
    const edge = await request({
      method: "POST",
      path: "/edges/tls",
      body: { hostports: [hostport] },
      answer: TlsEdge,
    });
    const { user } = renderInApp(<Component />);
    const input = screen.getByRole<HTMLInputElement>("textbox", { name: /Listens at/ });
    await user.type(input, hostport);
    await user.click(screen.getByRole("button", { name: "Create HTTPS edge" }));
    const holders = await screen.findByRole("list", { name: "Who has it" });
    const link = await within(holders).findByRole("link", { name: "taken.northwind.example" });
    expect(link.getAttribute("href")).toBe(`/edges/tls/${edge.id}`);
    expect(input.value).toBe(hostport);
  });

  it("is found in the service’s words: ids of known kinds, each once", () => {
    expect(
      idsIn(["is already served by edge edgtcp_1", "by edgtcp_1 and tn_2, not ERR_7122 or zz_1"]),
    ).toEqual(["edgtcp_1", "tn_2"]);
  });
});
