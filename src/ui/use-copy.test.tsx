// Cause: what was selected was copied only where there is no clipboard at all, and never from a dialog, which took the focus back.
// Law: a clipboard that refuses is no end: the text is copied as a selection, where the dialog lets it be selected.
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";

afterEach(() => {
  Reflect.deleteProperty(document, "execCommand");
  vi.restoreAllMocks();
});

it("copies a selection where the clipboard refuses, and gives the focus back", async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("no", "NotAllowedError"));
  const copied: (string | false)[] = [];
  document.execCommand = () => {
    const field = document.activeElement;
    copied.push(field instanceof HTMLTextAreaElement && field.value);
    return true;
  };
  render(
    <Dialog title="Token" footer={null} onClose={() => undefined}>
      <CopyButton text="gha_1" label="Copy token" />
    </Dialog>,
    { wrapper: MemoryRouter },
  );
  await user.click(screen.getByRole("button", { name: "Copy token" }));
  const button = await screen.findByRole("button", { name: "Copied" });
  expect(copied).toEqual(["gha_1"]);
  expect(document.activeElement).toBe(button);
});
