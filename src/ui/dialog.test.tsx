// Cause: a question over a form lay on an undimmed form, as its backdrop was below the first dialog. Law: what is below is dimmed.
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { Dialog } from "./dialog.tsx";

const layerOf = (element: Element) => Number(/\bz-(\d+)/.exec(element.className)?.[1]);

it("dims the dialog that another one lies over", () => {
  const question = <Dialog title="Question" footer={null} onClose={() => undefined} />;
  const form = (children?: ReactNode) => (
    <Dialog title="Form" footer={null} onClose={() => undefined}>
      {children}
    </Dialog>
  );
  const { rerender } = render(form(), { wrapper: MemoryRouter });
  const below = screen.getByRole("dialog", { name: "Form" });
  rerender(form(question));
  const dimmed = screen.getByRole("dialog", { name: "Question" }).previousElementSibling!;
  expect(below.compareDocumentPosition(dimmed)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(layerOf(dimmed)).toBeGreaterThanOrEqual(layerOf(below));
});
