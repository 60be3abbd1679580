import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { useTableState, type TableSchema } from "#table/url-state.ts";
import { renderInApp } from "#testing/render.tsx";
import { useParam } from "./use-param.ts";

const schema: TableSchema = {
  facets: [],
  sortable: ["name"],
  defaultSort: { column: "name", descending: false },
};

function Both() {
  const { change } = useTableState(schema);
  const [, setView] = useParam("view");
  const [, setAddress] = useParam("address");
  const press = () => {
    setView("table");
    change({ density: "compact" });
    setAddress("192.0.2.7");
  };
  return (
    <button type="button" onClick={press}>
      Press
    </button>
  );
}

it("what is written to the URL in one moment by several is all there", async () => {
  // Cause: view, address and table each wrote the URL from what they had been shown, and the last took the others out. Law: a change
  // starts from the last one, whoever made it.
  const { user, router } = renderInApp(null, {
    path: "/rules?q=fra",
    routes: [{ path: "/rules", Component: Both }],
  });
  await user.click(await screen.findByRole("button", { name: "Press" }));
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      q: "fra",
      view: "table",
      density: "compact",
      address: "192.0.2.7",
    }),
  );
});
