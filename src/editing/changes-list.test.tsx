// Cause: "Your changes" told IP policies by their IDs, beside a field that names them. Law: one name for one thing.
import { screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { ipPolicies } from "#resources/ip-policies.ts";
import { renderInApp } from "#testing/render.tsx";
import { ChangesList } from "./changes-list.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";

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
const renderKnown = (element: ReactElement) => {
  const client = createQueryClient();
  const policy = { id, uri: "", created_at: "2026-01-02T03:04:05Z", description: "Carrier partners" };
  client.setQueryData(ipPolicies.detail(id).queryKey, { ...policy, metadata: "" });
  renderInApp(element, { client });
};
const render = (from: unknown, to: unknown) =>
  renderKnown(<ChangesList definition={definition} changes={[{ path: ["ip_policy_ids"], from, to }]} />);

it("tells what IDs point at by its name", () => {
  render([], [id]);
  expect(screen.getByRole("link", { name: "Carrier partners" })).toBeDefined();
});

it("leaves other words as they are", () => {
  render("none", "900 s = 15 min");
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText(/900 s = 15 min/)).toBeDefined();
});

it("tells them by name in a conflict too, where a link would lead away from the choice", async () => {
  const path = ["ip_policy_ids"];
  const conflict = {
    theirs: {},
    mine: {},
    removed: false,
    clashes: [{ path, base: [id], theirs: [], mine: [id] }],
    taken: [{ path, from: undefined, to: [id] }],
  };
  const nothing = () => undefined;
  renderKnown(
    <ConflictDialog
      definition={definition}
      conflict={conflict as unknown as Parameters<typeof ConflictDialog>[0]["conflict"]}
      saving={false}
      onSave={nothing}
      onTakeTheirs={nothing}
      onKeepEditing={nothing}
    />,
  );
  expect(await screen.findByRole("radio", { name: /^Yours ?Carrier partners$/ })).toBeDefined();
  expect(screen.getAllByText(/Carrier partners/)).toHaveLength(3);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.queryByText(new RegExp(id))).toBeNull();
});

// Cause: one added to a list showed the whole list twice. Law: a change shows only what changed.
it("tells of a list only what left and what came, of entries with names", () => {
  render([id, "a", "b"], ["b", id, "c"]);
  expect(screen.getByRole("listitem").textContent).toBe("IP policies− removed a+ added c");
});

it.each([
  ["order alone", ["a", "b"], ["b", "a"]],
  ["entries without names", [{ x: 1 }], [{ x: 2 }]],
  ["one that stands twice", ["a", "a", "b"], ["a", "b", "c"]],
  ["the first entry", [], ["a"]],
])("tells a list as a whole where it is %s that changed", (_, from, to) => {
  render(from, to);
  expect(screen.getByRole("listitem").textContent).toMatch(/− was .*\+ will be /s);
});
