// Cause: an authtoken that an agent used already was deleted with no word of the agent. Law: a consequence is said before it comes.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderInApp } from "#testing/render.tsx";
import { TokenDialog } from "./token-dialog.tsx";

it.each([
  [true, "Delete authtoken “CI”? What uses it goes offline. You can’t undo this."],
  [false, "Delete authtoken “CI”? You can’t undo this."],
])(
  "says before it deletes an authtoken whether that takes something offline: used %s",
  async (used, words) => {
    const token = "gha_2nXbQ3456789KqAbQ3456789Kqz";
    const { user } = renderInApp(
      <TokenDialog
        one="authtoken"
        name="CI"
        token={token}
        used={used}
        remove={() => Promise.resolve()}
        onClosed={() => {}}
      />,
    );
    await user.click(await screen.findByRole("button", { name: "Delete authtoken…" }));
    expect(screen.getByText(words)).toBeDefined();
  },
);
