// Cause: "Your changes" told IP policies by their IDs, beside a field that names them. Law: one name for one thing.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { ipPolicies } from "#resources/ip-policies.ts";
import { renderInApp } from "#testing/render.tsx";
import { ChangesList } from "./changes-list.tsx";

const id = "ipp_2nXbQ3456789ZoCd";
const show = (value: unknown) => (Array.isArray(value) ? value.join("\n") : String(value));
const definition = {
  title: "IP restriction",
  fields: [{ name: "ip_policy_ids", label: "IP policies", show }],
  defaults: {},
  toForm: (value: object) => ({ ...value }),
  toDraft: () => ({ request: {}, issues: [] }),
  check: () => [],
  secrets: [],
};
const render = (from: unknown, to: unknown) => {
  const client = createQueryClient();
  const policy = { id, uri: "", created_at: "2026-01-02T03:04:05Z", description: "Carrier partners" };
  client.setQueryData(ipPolicies.detail(id).queryKey, { ...policy, metadata: "" });
  renderInApp(<ChangesList definition={definition} changes={[{ path: ["ip_policy_ids"], from, to }]} />, {
    client,
  });
};

it("tells what IDs point at by its name", () => {
  render([], [id]);
  expect(screen.getByRole("link", { name: "Carrier partners" })).toBeDefined();
});

it("leaves other words as they are", () => {
  render("none", "900 s = 15 min");
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText(/900 s = 15 min/)).toBeDefined();
});
