import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

// Cause: Back changed the list behind a question about what was selected there, and the question stayed, about other agents. Law: what
// asks over a page closes when Back leads elsewhere; while it waits for an answer, or where its page changes by itself, it stays.
it.each([
  ["Back", false, true],
  ["Back while it waits", true, false],
  ["another address", false, false],
])("%s closes a question: %s", async (way, busy, closes) => {
  const close = vi.fn<() => void>();
  const never = new Promise(() => {});
  const { router, user } = renderInApp(
    <ConfirmDialog
      title="Stop 2 agents?"
      confirmLabel="Stop"
      tried="stop them"
      onClose={close}
      onConfirm={() => never}
    >
      They go offline.
    </ConfirmDialog>,
    { path: "/sessions" },
  );
  await act(() => router.navigate("/sessions?state=offline"));
  expect(close).not.toHaveBeenCalled();
  if (busy) await user.click(screen.getByRole("button", { name: "Stop" }));
  await act(() => (way === "another address" ? router.navigate("?os=linux") : router.navigate(-1)));
  expect(close).toHaveBeenCalledTimes(closes ? 1 : 0);
});
