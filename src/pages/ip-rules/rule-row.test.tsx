// Cause: without a description an empty one came before what is said of a rule, which was set in. Law: the same is at the same place.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import { ruleOf } from "#testing/ip-rule-arbitraries.ts";
import { RuleRow } from "./rule-row.tsx";

it.each(["", "Office"])("begins with what there is to say: %j", (description) => {
  const rule = { ...ruleOf("ipr_1", "10.0.0.0/8", "allow"), uri: "", created_at: "2026-01-01T00:00:00Z" };
  renderInApp(
    <table>
      <tbody>
        <RuleRow
          rule={{ ...rule, description }}
          matches={false}
          warnings=""
          remarks="redundant"
          onDelete={() => {}}
        />
      </tbody>
    </table>,
  );
  const cell = screen.getByText("redundant").closest("td");
  expect(cell?.firstElementChild?.textContent).toBe(description || "redundant");
});
