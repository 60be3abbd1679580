// Cause: "/orders?x=1" was taken without a word, though no request matches it. Law: what can't work is said where it is typed.
import { screen } from "@testing-library/react";
import { FormProvider, useForm } from "react-hook-form";
import { expect, it } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import { RouteFields } from "./route-fields.tsx";

function Form({ match }: { match: string }) {
  const form = useForm({ defaultValues: { match_type: "exact_path", match, description: "", metadata: "" } });
  return (
    <FormProvider {...form}>
      <RouteFields edgeId="edghts_1" others={[]} />
    </FormProvider>
  );
}

it.each([
  ["/orders?x=1", "? and what follows it"],
  ["/orders#top?", "# and what follows it"],
  ["/a//b", "//, /./ and /../"],
  ["/a/%2E%2e/b", "//, /./ and /../"],
])("%s can’t match: remove %s", (match, mend) => {
  renderInApp(<Form match={match} />);
  expect(screen.getByText(`No request matches this path. Remove ${mend}.`)).toBeDefined();
});

it("a path that can match gets no warning", () => {
  renderInApp(<Form match="/orders/a%3Fb" />);
  expect(screen.queryByText(/No request matches/)).toBeNull();
});

// Cause: nothing said what a * in a path means; /api/* was taken for a wildcard and served nothing. Law: what can't work as meant is said
// where it is typed.
it("says that * is not a wildcard, while there is one", () => {
  renderInApp(<Form match="/api/*" />);
  expect(screen.getByText("* is not a wildcard. It only matches a * in the path.")).toBeDefined();
});
