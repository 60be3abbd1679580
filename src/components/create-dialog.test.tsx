import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "#api/errors.ts";
import type { IpPolicyCreate } from "#contract/ip-policy.ts";
import { BytesField } from "#forms/fields.tsx";
import { ipPolicies } from "#resources/ip-policies.ts";
import { renderInApp } from "#testing/render.tsx";
import { CreateDialog } from "./create-dialog.tsx";

const absent = new ApiError({ kind: "http", msg: "not here", method: "POST", path: "/x", status: 404 });

const closed = vi.fn<() => void>();

function show(create: (body: IpPolicyCreate) => Promise<void>) {
  return renderInApp(
    <CreateDialog
      of={ipPolicies}
      one="policy"
      description="Starts empty."
      defaults={{ description: "" }}
      bodyOf={({ description }) => ({ description })}
      create={create}
      onMade={() => undefined}
      onClose={closed}
    >
      <BytesField name="description" label="Name" maxBytes={255} hint="" />
    </CreateDialog>,
  );
}

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
    await user.click(screen.getByRole("button", { name: "Create policy" }));
    expect(await screen.findByText("No policy can be created in this service")).toBeDefined();
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
    await user.click(screen.getByRole("button", { name: "Create policy" }));
    await screen.findByText("Could not create the policy");
    await user.type(screen.getByLabelText("Name"), "office");
    expect(screen.queryByText("Could not create the policy") !== null).toBe(stays);
    expect(screen.queryByText(/^It may exist/) !== null).toBe(stays);
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
      await screen.findByText("You will lose the new policy.");
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
