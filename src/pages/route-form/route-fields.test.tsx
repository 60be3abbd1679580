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
  ["/orders?x=1", "/orders"],
  ["/orders#top?", "/orders"],
  ["/a//b", "/a/b"],
  ["//cart", "/cart"],
  ["/a/%2E%2e/b", "/b"],
  ["https://shop.example//a/./b/", "/a/b/"],
])("%s can’t match: use %s", (match, mend) => {
  renderInApp(<Form match={match} />);
  expect(screen.getByText(`No request matches this path. Use ${mend}.`)).toBeDefined();
});

// Cause: a URL was told to lose its //, after which it was refused all the same. Law: what is clearly meant is taken, and the form says as
// what.
it.each([
  ["https://shop.example/cart?x=1#top", "/cart"],
  ["HTTP://shop.example:8080", "/"],
])("takes the path of %s", (match, path) => {
  renderInApp(<Form match={match} />);
  expect(screen.getByText("Will be saved as", { exact: false }).textContent).toBe(`Will be saved as ${path}`);
  expect(screen.queryByText(/No request matches/)).toBeNull();
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
