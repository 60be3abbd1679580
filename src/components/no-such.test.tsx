import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { href } from "#resources/paths.ts";
import { renderInApp } from "#testing/render.tsx";
import { NoSuch } from "./no-such.tsx";

// Cause: the page of a deleted key led to the other keys only, while Activity knows who deleted it. Law: a page of what is not there
// leads to what became of it.
it("leads to the list and to what happened to what is not there", () => {
  renderInApp(<NoSuch kind="apiKey" id="ak_1" />);
  const to = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(to("All keys")).toBe(href.keys());
  expect(to("Open activity")).toBe(href.activity("?object_id=ak_1"));
});
