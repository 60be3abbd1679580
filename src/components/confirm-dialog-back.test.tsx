import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import { CopyId } from "#ui/copy-id.tsx";
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

// Cause: the focus went to what comes first in a dialog, so where a question shows an ID, to the button that copies it. Law: a
// question opens on Cancel, whatever its text has.
it.each([
  ["a text", "They go offline."],
  ["an ID", <CopyId key="id" id="ak_1234567890" />],
])("opens on Cancel over %s", (_, text) => {
  renderInApp(
    <ConfirmDialog
      title="Delete key “ci”?"
      confirmLabel="Delete key"
      tried="delete this key"
      danger
      onClose={() => {}}
      onConfirm={async () => {}}
    >
      {text}
    </ConfirmDialog>,
  );
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
});
