import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { lint } from "#modules/lint/lint.ts";
import { FindingsPanel } from "#modules/editor/findings-panel.tsx";
import { href } from "#resources/paths.ts";
import { renderInApp } from "#testing/render.tsx";
import { DraftFindings } from "./request-panel.tsx";

const modules = {
  backend: { backend_id: "bkdtg_1" },
  circuit_breaker: { volume_threshold: 1, error_threshold_percentage: 0.5 },
  oauth: { provider: { google: {} } },
  jwt_validation: { issuer: {} },
};
const none = () => {};

// Cause: the form of a new route called a field `circuit_breaker.volume_threshold`, every other page by its label. Law: field
// names of the API are never the label.
it("calls the place of a suggestion by the labels of the form, before a route is created as after", () => {
  const findings = lint({ owner: "route", id: "", modules });
  renderInApp(
    <>
      <section aria-label="Draft">
        <DraftFindings findings={findings} edgeId="edghts_1" request={modules} onGoTo={none} onAdd={none} />
      </section>
      <section aria-label="Route">
        <FindingsPanel
          owner={{ owner: "route", edgeId: "edghts_1", routeId: "edghtsrt_1" }}
          findings={findings}
        />
      </section>
    </>,
  );
  const draft = within(screen.getByRole("region", { name: "Draft" }));
  const route = within(screen.getByRole("region", { name: "Route" }));
  for (const place of ["Circuit breaker: Volume threshold", "OAuth: Email domains", "Open JWT validation"]) {
    expect(draft.getByRole("button", { name: place })).toBeDefined();
    expect(route.getByRole("link", { name: place })).toBeDefined();
  }
  expect(document.body.textContent).not.toMatch(/\w_\w/);
  // Cause: "Create another route for one of them" came without the way to do it. Law: what is advised is one click away.
  expect(route.getByRole("link", { name: "Create route" }).getAttribute("href")).toBe(
    href.routeNew("edghts_1"),
  );
});
