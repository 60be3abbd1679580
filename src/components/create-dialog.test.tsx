import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "#api/errors.ts";
import type { IpPolicyCreate } from "#contract/ip-policy.ts";
import { BytesField } from "#forms/fields.tsx";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { ipPolicies } from "#resources/ip-policies.ts";
import { renderInApp } from "#testing/render.tsx";
import { CreateDialog } from "./create-dialog.tsx";

const absent = new ApiError({ kind: "http", msg: "not here", method: "POST", path: "/x", status: 404 });

const closed = vi.fn<() => void>();

type Given = { create: (body: IpPolicyCreate) => Promise<void>; onClose: () => void };

const NewPolicy = (given: Given) => (
  <CreateDialog
    of={ipPolicies}
    description="Starts empty."
    defaults={{ description: "" }}
    bodyOf={({ description }) => ({ description })}
    onMade={() => undefined}
    {...given}
  >
    <BytesField name="description" label="Name" maxBytes={255} hint="" />
  </CreateDialog>
);

const show = (create: Given["create"]) => renderInApp(<NewPolicy create={create} onClose={closed} />);

describe("CreateDialog", () => {
  // Cause: each dialog had to bring a CopyAs of its own and three did not. Law: every pending change can be copied as a
  // command.
  it("copies the request as it stands now, and sends nothing for it", async () => {
    let sent = 0;
    const { user } = show(async () => void (sent += 1));
    await user.type(screen.getByLabelText("Name"), "office");
    await user.click(screen.getByRole("button", { name: "Copy as" }));
    await user.click(screen.getByRole("menuitem", { name: "JSON" }));
    await screen.findByText("Copied as JSON.", { selector: "output span" });
    expect(JSON.parse(await navigator.clipboard.readText())).toEqual({ description: "office" });
    await user.click(screen.getByRole("button", { name: "Copy as" }));
    await user.click(screen.getByRole("menuitem", { name: "cURL" }));
    await screen.findByText(/^Copied as cURL\./, { selector: "output span" });
    const command = await navigator.clipboard.readText();
    expect(command).toContain("-X POST");
    expect(command).toContain("/ip_policies");
    expect(command).toContain("Bearer $GATEHOUSE_API_KEY");
    expect(sent).toBe(0);
  });

  // Cause: a 404 on create was shown as the bare refusal. Law: a service may lack an extension.
  it("says that the service has none to create where it knows no such address, and keeps what was typed", async () => {
    const { user } = show(() => Promise.reject(absent));
    await user.type(screen.getByLabelText("Name"), "office");
    await user.click(screen.getByRole("button", { name: "Create IP policy" }));
    expect(await screen.findByText("No IP policy can be created in this service")).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("office");
  });

  // Cause: the error of a save stayed after what it named was changed. Law: it goes with the next edit, but for the warning that
  // what was to be created may exist.
  it.each([
    ["no", false],
    ["unsure", true],
  ] as const)("an error with retry %s is still told after an edit: %s", async (retry, stays) => {
    const error = new ApiError({
      kind: "http",
      msg: "Full.",
      method: "POST",
      path: "/x",
      status: 503,
      retry,
    });
    const { user } = show(() => Promise.reject(error));
    await user.click(screen.getByRole("button", { name: "Create IP policy" }));
    await screen.findByText("Could not create the IP policy");
    await user.type(screen.getByLabelText("Name"), "office");
    expect(screen.queryByText("Could not create the IP policy") !== null).toBe(stays);
    expect(screen.queryByText(/^The IP policy may exist/) !== null).toBe(stays);
    // Cause: beside it stood "It may have worked. Check before you try again." Law: one thing is said once.
    expect(screen.queryByText(/^It may have worked/)).toBeNull();
  });

  // Cause: over another form, where closing leads nowhere, Escape and Cancel threw away what was typed. Law: nothing that was typed is
  // lost unasked.
  it("asks before it closes over what was typed, and not once that is undone", async () => {
    const { user } = show(async () => undefined);
    const name = screen.getByLabelText("Name");
    await user.type(name, "x");
    for (const way of ["Escape", "Cancel"]) {
      if (way === "Escape") await user.keyboard("{Escape}");
      else await user.click(screen.getByRole("button", { name: way }));
      await screen.findByText("You will lose the new IP policy.");
      await user.click(screen.getByRole("button", { name: "Stay" }));
      expect(name).toHaveProperty("value", "x");
      expect(closed).not.toHaveBeenCalled();
    }
    await user.clear(name);
    await user.keyboard("{Escape}");
    expect(closed).toHaveBeenCalledOnce();
    await user.type(name, "x");
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));
    expect(closed).toHaveBeenCalledTimes(2);
  });
});

function Form() {
  const [open, setOpen] = useState(true);
  return (
    <FormProvider {...useForm()}>
      <h1>New route</h1>
      <UnsavedGuard isDirty={() => true} what="the new route" />
      {open ? <NewPolicy create={async () => undefined} onClose={() => setOpen(false)} /> : null}
    </FormProvider>
  );
}

// Cause: a router asks one guard, that of the dialog: Back left the page under it, and what was typed there was gone without a question.
// Law: Back closes what was opened last, and all that is lost is asked about.
describe("a dialog over a form", () => {
  const open = async () => {
    const routes = [
      { path: "/", element: <p>before</p> },
      { path: "/new", element: <Form /> },
      { path: "/other", element: <p>elsewhere</p> },
    ];
    const app = renderInApp(null, { routes });
    await act(() => app.router.navigate("/new"));
    const back = () => act(() => app.router.navigate(-1));
    return { ...app, back };
  };
  const dialogs = () => screen.queryAllByRole("dialog").map((one) => one.getAttribute("aria-labelledby"));

  it("is closed by Back, which then asks about the form", async () => {
    const { back, router } = await open();
    await screen.findByRole("dialog", { name: "New IP policy" });
    await back();
    await waitFor(() => expect(dialogs()).toEqual([]));
    expect(router.state.location.pathname).toBe("/new");
    await back();
    await screen.findByText("You will lose the new route.");
    expect(router.state.location.pathname).toBe("/new");
  });

  it("asks by Back about what was typed in it alone, and keeps the form", async () => {
    const { back, router, user } = await open();
    await user.type(await screen.findByLabelText("Name"), "office");
    await back();
    await screen.findByText("You will lose the new IP policy.");
    await user.click(screen.getByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(dialogs()).toEqual([]));
    expect(router.state.location.pathname).toBe("/new");
  });

  it("asks by another way out about both", async () => {
    const { router, user } = await open();
    await user.type(await screen.findByLabelText("Name"), "office");
    await act(() => router.navigate("/other"));
    await screen.findByText(
      /^You will lose the new (IP policy and the new route|route and the new IP policy)\.$/,
    );
    await user.click(screen.getByRole("button", { name: "Discard changes" }));
    expect(await screen.findByText("elsewhere")).toBeDefined();
  });
});
