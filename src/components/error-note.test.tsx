// Cause: "Retrying won’t help." stood beside "Try again". Law: one message does not contradict itself, and leaves a way on.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "#api/errors.ts";
import { renderInApp } from "#testing/render.tsx";
import { ErrorNote } from "./error-note.tsx";

const refused = new ApiError({ kind: "http", msg: "Not found.", method: "GET", path: "/x", status: 404 });

it.each([
  [undefined, ["Retrying won’t help."], []],
  [() => undefined, [], ["Try again"]],
])("says of what can't be had what is left to do, with the way %s", (onRetry, hints, ways) => {
  renderInApp(<ErrorNote error={refused} tried="load this key" {...(onRetry && { onRetry })} />);
  expect(screen.queryAllByText("Retrying won’t help.").map((one) => one.textContent)).toEqual(hints);
  expect(screen.queryAllByRole("button").map((one) => one.textContent)).toEqual(ways);
});
