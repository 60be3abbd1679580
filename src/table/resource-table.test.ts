import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { VIRTUAL_FROM } from "./resource-table.tsx";

it("is virtual from the number of rows that the decision names", () => {
  // Cause: it said 100 rows, the code 60. Law: what is claimed about numbers is read from the code.
  const decision = readFileSync("docs/decisions/console/virtual-rows.md", "utf8");
  expect(decision).toContain(`# A list is virtual above ${VIRTUAL_FROM} rows\n`);
});
