// Cause: a description of 10 MB, which another service may answer, stopped the browser for 12 s wherever it was drawn.
// Law: no element draws a longer text than people read at once, it tells how long it is, and what is copied is whole.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoryRouter, Link } from "react-router-dom";
import { Dialog } from "./dialog.tsx";
import { breakable } from "./breakable.tsx";
import { clip } from "./clip.ts";
import { CodeBlock } from "./code-block.tsx";

const LONG = "x".repeat(1_048_576);
const TOLD = "… 1,048,576 characters, first 1,000 shown";

describe("clip", () => {
  it("leaves a text that fits as it is, and else begins with it and tells its length", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        (text, most) => {
          const shown = clip(text, most);
          const [start = "", told] =
            text.length <= most ? [shown] : shown.split(/… (?=\d+ characters, first \d+ shown$)/);
          expect(text.startsWith(start)).toBe(true);
          expect(told).toBe(
            text.length <= most ? undefined : `${text.length} characters, first ${most} shown`,
          );
          expect(start.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1);
          expect(/[\uD800-\uDBFF]$/.test(start)).toBe(false);
        },
      ),
    );
  });
});

describe("an element", () => {
  const longest = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let most = 0;
    while (walker.nextNode()) most = Math.max(most, walker.currentNode.nodeValue?.length ?? 0);
    return most;
  };

  it("draws the beginning of a long text, wherever it stands", () => {
    const { container } = render(
      <div>
        <b>{LONG}</b>
        {LONG}
        <>{LONG}</>
        <i>of {LONG}</i>
        <Dialog title={LONG} footer={null} onClose={() => undefined}>
          <Link to="/">{LONG}</Link>
          <h1>{LONG}</h1>
        </Dialog>
      </div>,
      { wrapper: MemoryRouter },
    );
    expect(longest()).toBe(1000 + TOLD.length);
    expect(container.textContent?.match(/1,048,576 characters/g)).toHaveLength(4);
    expect(container.innerHTML.length).toBeLessThan(8000);
    expect(document.body.textContent?.match(/first 300 shown/g)).toHaveLength(3);
  });

  it("breaks the beginning of a long text into parts, not all of it", () => {
    const { container } = render(<p>{breakable("a.".repeat(500_000))}</p>);
    expect(container.querySelectorAll("wbr").length).toBeLessThan(200);
    expect(container.textContent).toContain("1,000,000 characters, first 300 shown");
  });

  it("shows more of code, and copies all of it", async () => {
    const user = userEvent.setup();
    render(<CodeBlock text={LONG} label="notes" />);
    expect(longest()).toBe(20_000 + "… 1,048,576 characters, first 20,000 shown".length);
    await user.click(screen.getByRole("button", { name: "Copy notes" }));
    expect(await navigator.clipboard.readText()).toBe(LONG);
  });

  it("leaves texts as they are that people write", () => {
    const text = "x".repeat(131_072);
    const { container } = render(<textarea value={text} onChange={() => undefined} />);
    expect(container.querySelector("textarea")?.value).toBe(text);
  });
});
