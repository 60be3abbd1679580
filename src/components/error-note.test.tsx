// Cause: the code of an error and the id of its operation stood in the middle of what to do. Law: what happened, then what
// to do; the code and the operation id are under "Details".
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "#api/errors.ts";
import { renderInApp } from "#testing/render.tsx";
import { ErrorNote } from "./error-note.tsx";

it("shows its code and operation id once they are asked for", async () => {
  const error = new ApiError({
    kind: "http",
    status: 404,
    code: "ERR_GATEHOUSE_9002",
    msg: "The key ak_1 was not found.",
    operationId: "op_123456789012345",
    method: "GET",
    path: "/api_keys/ak_1",
  });
  const { user } = renderInApp(<ErrorNote error={error} tried="load the key" />);
  const details = screen.getByText("Details").closest("details");
  expect(details?.textContent).toContain("ERR_GATEHOUSE_9002");
  expect(details?.open).toBe(false);
  expect(screen.getByText(/was not found/).closest("details")).toBeNull();
  await user.click(screen.getByText("Details"));
  expect(details?.open).toBe(true);
});

// Cause: "Retrying won’t help." stood beside "Try again". Law: one message does not contradict itself, and leaves a way on.
const refused = new ApiError({ kind: "http", msg: "Not found.", method: "GET", path: "/x", status: 404 });

it.each([
  [undefined, ["Retrying won’t help."], []],
  [() => undefined, [], ["Try again"]],
])("says of what can't be had what is left to do, with the way %s", (onRetry, hints, ways) => {
  renderInApp(<ErrorNote error={refused} tried="load this key" {...(onRetry && { onRetry })} />);
  expect(screen.queryAllByText("Retrying won’t help.").map((one) => one.textContent)).toEqual(hints);
  expect(screen.queryAllByRole("button").map((one) => one.textContent)).toEqual(ways);
});
