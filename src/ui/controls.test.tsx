import { act, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Button, IconButton } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { CopyId } from "./copy-id.tsx";
import { Checkbox } from "./input.tsx";
import { Switch } from "./switch.tsx";
import { MenuButton } from "./menu.tsx";
import { Segmented } from "./segmented.tsx";
import { Tabs } from "./tabs.tsx";
import { ToastProvider, useToast } from "./toast.tsx";

afterEach(() => vi.useRealTimers());
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const name = () => document.activeElement?.textContent;

describe("a button that can't be used", () => {
  it("stays focusable, says why, and neither clicks nor submits", async () => {
    const click = vi.fn<() => void>();
    const submit = vi.fn<() => void>();
    const user = userEvent.setup();
    const page = (reason?: string) => (
      <form onSubmit={submit}>
        <Button type="submit" disabledReason={reason} onClick={click}>
          Save
        </Button>
      </form>
    );
    const { rerender } = render(page("Nothing changed"));
    const button = screen.getByRole("button", { name: "Save" });
    await user.tab();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "Nothing changed",
    );
    await user.keyboard("{Enter}");
    await user.click(button);
    expect(click).not.toHaveBeenCalled();
    expect(submit).not.toHaveBeenCalled();
    rerender(page());
    expect(document.activeElement).toBe(button);
    await user.keyboard("{Enter}");
    expect(click).toHaveBeenCalledOnce();
    expect(submit).toHaveBeenCalledOnce();
  });

  it("does nothing while busy", async () => {
    const click = vi.fn<() => void>();
    render(<IconButton icon="refresh" label="Refresh" busy onClick={click} />);
    await userEvent.click(screen.getByRole("button", { name: "Refresh", busy: true }));
    expect(click).not.toHaveBeenCalled();
  });
});

describe("a menu", () => {
  const stop = vi.fn<() => void>();
  const restart = vi.fn<() => void>();
  const show = () =>
    render(
      <MemoryRouter>
        <Routes>
          <Route
            path="/"
            element={
              <MenuButton
                label="Actions for a"
                items={[
                  { label: "Update", to: "/there" },
                  {
                    label: "Restart",
                    disabledReason: "Agents on Windows can’t restart themselves.",
                    onSelect: restart,
                  },
                  "separator",
                  { label: "Stop…", tone: "danger", onSelect: stop },
                ]}
              />
            }
          />
          <Route path="/there" element={<p>arrived</p>} />
        </Routes>
      </MemoryRouter>,
    );

  it("opens, moves, wraps and finds by letter with the keyboard, and gives the focus back", async () => {
    const user = userEvent.setup();
    show();
    await user.tab();
    await user.keyboard("{ArrowDown}");
    expect(name()).toBe("Update");
    await user.keyboard("{ArrowUp}");
    expect(name()).toBe("Stop…");
    await user.keyboard("{Home}r");
    expect(name()).toContain("Restart");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Actions for a" }));
    await user.keyboard("{ArrowUp}{Enter}");
    expect(stop).toHaveBeenCalledOnce();
    expect(screen.queryByRole("menu")).toBeNull();
  });

  // Cause: any scroll closed the menu, also one that a refresh made by shortening the list. Law: the user closes a menu.
  it("stays through a scroll, and closes once its button is out of sight", async () => {
    const user = userEvent.setup();
    show();
    const button = screen.getByRole("button", { name: "Actions for a" });
    await user.click(button);
    act(() => void document.dispatchEvent(new Event("scroll")));
    expect(screen.getByRole("menu")).toBeDefined();
    const wrap = button.parentElement ?? button;
    vi.spyOn(wrap, "getBoundingClientRect").mockReturnValue({ top: -40, bottom: -20 } as DOMRect);
    act(() => void document.dispatchEvent(new Event("scroll")));
    expect(screen.queryByRole("menu")).toBeNull();
  });

  // Cause: the target of a resize is the window, which is no node to look for. Law: an open menu stays beside its button.
  it("goes along when the window is resized", async () => {
    show();
    await userEvent.click(screen.getByRole("button"));
    const list = await screen.findByRole("menu");
    list.style.left = "956px";
    window.dispatchEvent(new Event("resize"));
    expect(list.style.left).toBe("8px");
  });

  it("explains what can't be done, closes on a click beside it, follows links", async () => {
    const user = userEvent.setup();
    show();
    await user.click(screen.getByRole("button", { name: "Actions for a" }));
    const item = screen.getByRole("menuitem", { name: /Restart.*can’t restart/ });
    expect(item.getAttribute("aria-disabled")).toBe("true");
    await user.click(item);
    expect(restart).not.toHaveBeenCalled();
    await user.click(document.body);
    expect(screen.queryByRole("menu")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Actions for a" }));
    await user.click(screen.getByRole("menuitem", { name: "Update" }));
    expect(screen.getByText("arrived")).toBeDefined();
  });
});

describe("copying", () => {
  it("copies the whole id and says so", async () => {
    const user = userEvent.setup();
    render(<CopyId id="ts_2nXbQ3456789ZoCd" />);
    await user.click(screen.getByRole("button", { name: "Copy ts_2nXbQ3456789ZoCd" }));
    expect((await screen.findByText("Copied ts_2nXbQ3456789ZoCd")).tagName).toBe("OUTPUT");
    expect(await navigator.clipboard.readText()).toBe("ts_2nXbQ3456789ZoCd");
  });

  it("says when the browser refuses", async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("no", "NotAllowedError"));
    render(<CopyButton text="x" label="Copy token" />);
    await user.click(screen.getByRole("button", { name: "Copy token" }));
    expect(await screen.findByRole("button", { name: "Copy failed" })).toBeDefined();
    vi.restoreAllMocks();
  });
});

describe("toasts", () => {
  function Maker({ tone }: { tone: "ok" | "bad" }) {
    const toast = useToast();
    const undo = () => toast({ text: "Undone" });
    return (
      <Button onClick={() => toast({ tone, text: "Saved.", action: { label: "Undo", onSelect: undo } })}>
        Make
      </Button>
    );
  }
  const show = (tone: "ok" | "bad") =>
    render(
      <ToastProvider>
        <Maker tone={tone} />
      </ToastProvider>,
    );

  it("leave by themselves, but not while the focus is in them", () => {
    vi.useFakeTimers();
    show("ok");
    act(() => screen.getByRole("button", { name: "Make" }).click());
    const region = screen.getByRole("region", { name: "Messages" });
    expect(within(region).getByText("Saved.")).toBeDefined();
    act(() => screen.getByRole("button", { name: "Undo" }).focus());
    pass(60_000);
    act(() => screen.getByRole("button", { name: "Undo" }).blur());
    expect(within(region).getByText("Saved.")).toBeDefined();
    pass(12_000);
    expect(within(region).queryByText("Saved.")).toBeNull();
  });

  // Cause: "Saved" lay over the response in a dialog that was opened right after, and its Undo went meanwhile. Law: nothing covers what
  // a dialog says, and what it is opened over has its time after it.
  it("wait behind a dialog that is opened over them, and not those that come after", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { container } = show("ok");
    const make = () => act(() => screen.getByRole("button", { name: "Make" }).click());
    const cards = () =>
      [...container.querySelectorAll<HTMLElement>("output > *")].map(({ hidden }) => hidden);
    const lock = async (locked: boolean) => {
      document.documentElement.classList.toggle("overflow-hidden", locked);
      await act(async () => {});
    };
    make();
    await lock(true);
    expect(cards()).toEqual([true]);
    make();
    expect(cards()).toEqual([true, false]);
    pass(60_000);
    expect(cards()).toEqual([true]);
    await lock(false);
    expect(cards()).toEqual([false]);
    pass(12_000);
    expect(cards()).toEqual([]);
  });

  // Cause: at 360 px a message broke in the middle of a name. Law: names break where their parts end.
  it("break an address after its dots", () => {
    function Saved() {
      const toast = useToast();
      return <Button onClick={() => toast({ text: "Saved on api.example" })}>Save</Button>;
    }
    render(
      <ToastProvider>
        <Saved />
      </ToastProvider>,
    );
    act(() => screen.getByRole("button", { name: "Save" }).click());
    expect(screen.getByText("Saved on api.example").innerHTML).toBe("Saved on api.<wbr>example");
  });

  // Cause: "the secret must be typed again" stayed beside "Created", the message of its remedy. Law: a fixed problem takes
  // its message with it.
  it("about the same take each other's place, a failure that stays too", () => {
    function Steps() {
      const toast = useToast();
      return (
        <>
          <Button onClick={() => toast({ tone: "bad", text: "Refused", about: "a" })}>Fail</Button>
          <Button onClick={() => toast({ text: "Beside", about: "b" })}>Beside</Button>
          <Button onClick={() => toast({ tone: "ok", text: "Fixed", about: "a" })}>Fix</Button>
        </>
      );
    }
    render(
      <ToastProvider>
        <Steps />
      </ToastProvider>,
    );
    for (const name of ["Fail", "Beside", "Fix"]) act(() => screen.getByRole("button", { name }).click());
    const texts = within(screen.getByRole("region", { name: "Messages" }));
    expect(texts.queryByText("Refused")).toBeNull();
    expect(texts.getByText("Beside", { selector: "span" })).toBeDefined();
    expect(texts.getByText("Fixed")).toBeDefined();
  });

  // Cause: "Undone: JWT validation turned on again" stayed above "Turned on OAuth, JWT validation turned off". Law: no message outlives
  // what it tells, whichever of the things it tells of changes.
  it("about several take the place of those about any of them", () => {
    function Steps() {
      const toast = useToast();
      return (
        <>
          <Button onClick={() => toast({ text: "Undone", about: "/jwt" })}>One</Button>
          <Button onClick={() => toast({ text: "Replaced", about: ["/oauth", "/jwt"] })}>Both</Button>
          <Button onClick={() => toast({ text: "Later", about: "/jwt" })}>Later</Button>
        </>
      );
    }
    render(
      <ToastProvider>
        <Steps />
      </ToastProvider>,
    );
    const said = screen.getByRole("region", { name: "Messages" });
    const press = (name: string) => act(() => screen.getByRole("button", { name }).click());
    press("One");
    press("Both");
    expect(said.textContent).toBe("Replaced");
    press("Later");
    expect(said.textContent).toBe("Later");
  });

  it("act, and failures stay until closed", () => {
    vi.useFakeTimers();
    show("bad");
    act(() => screen.getByRole("button", { name: "Make" }).click());
    pass(600_000);
    expect(screen.getByRole("alert").textContent).toContain("Saved.");
    act(() => screen.getByRole("button", { name: "Undo" }).click());
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByText("Undone")).toBeDefined();
    act(() => screen.getByRole("button", { name: "Dismiss" }).click());
    expect(screen.queryByText("Undone")).toBeNull();
  });
});

describe("choices", () => {
  function All() {
    const [tab, setTab] = useState("form");
    const [shell, setShell] = useState<"unix" | "windows">("unix");
    return (
      <>
        <Tabs
          label="View"
          tabs={[
            { id: "form", label: "Form" },
            { id: "json", label: "JSON" },
            { id: "diff", label: "Diff" },
          ]}
          value={tab}
          onChange={setTab}
        >
          panel of {tab}
        </Tabs>
        <Segmented
          label="Shell"
          options={[
            { value: "unix", label: "Linux" },
            { value: "windows", label: "Windows" },
          ]}
          value={shell}
          onChange={setShell}
        />
        <Checkbox label="Some" indeterminate checked={false} onChange={() => undefined} />
        <Switch label="On" defaultChecked />
      </>
    );
  }

  it("work by keyboard and tell their state", async () => {
    const user = userEvent.setup();
    render(<All />);
    await user.click(screen.getByRole("tab", { name: "Form" }));
    await user.keyboard("{ArrowRight}");
    expect(screen.getByRole("tabpanel", { name: "JSON" }).textContent).toBe("panel of json");
    await user.keyboard("{End}{ArrowRight}");
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Form", selected: true }));
    await user.click(screen.getByRole("radio", { name: "Windows" }));
    expect(screen.getByRole("radio", { name: "Windows", checked: true })).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Some" }).indeterminate).toBe(true);
    await user.click(screen.getByRole("switch", { name: "On" }));
    expect(screen.getByRole<HTMLInputElement>("switch", { name: "On" }).checked).toBe(false);
  });
});
