// Cause: after a lost answer a dialog sent people to the list behind it, which it covers, and to leave it was to lose all that was typed.
// Law: what the console can find out it says, and nothing that was typed is lost for that.
import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ApiError } from "#api/errors.ts";
import { createQueryClient } from "#api/query-client.ts";
import { BytesField } from "#forms/fields.tsx";
import { ipPolicies } from "#resources/ip-policies.ts";
import { href } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { CreateDialog } from "./create-dialog.tsx";

const server = connectedServer();
const lost = new ApiError({ kind: "network", msg: "", method: "POST", path: "/ip_policies" });
const closed = vi.fn<() => void>();
const policy = (id: string, description: string) => ({
  id,
  uri: "",
  description,
  created_at: "2026-01-01T00:00:00Z",
});
const OLD = policy("ipp_1", "office");

/** A dialog whose answer was lost with the service; `answers` = it is back, with these. */
async function lose(known = true) {
  const list = (rows: object[]) =>
    server.answerWith(json(200, { ip_policies: rows, uri: "", next_page_uri: null }));
  const client = createQueryClient();
  list([OLD]);
  if (known) await client.fetchQuery(ipPolicies.query);
  const { user } = renderInApp(
    <CreateDialog
      of={ipPolicies}
      description=""
      defaults={{ description: "" }}
      bodyOf={({ description }) => ({ description })}
      lost="Its token can’t be shown again"
      create={() => Promise.reject(lost)}
      onMade={() => undefined}
      onClose={closed}
    >
      <BytesField name="description" label="Name" maxBytes={255} hint="" />
    </CreateDialog>,
    { client },
  );
  server.answerWith((_, response) => void response.destroy());
  await user.type(screen.getByLabelText("Name"), "office");
  await user.click(screen.getByRole("button", { name: "Create IP policy" }));
  const answers = async (rows: object[]) => {
    list(rows);
    await act(() => client.refetchQueries());
  };
  return { user, answers };
}

it("says that it checks, and leads to what was created once the list was read", async () => {
  closed.mockClear();
  const { user, answers } = await lose();
  await screen.findByText("The IP policy may exist. We check once the service answers.");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await screen.findByText("You will lose what you typed here.");
  await user.click(screen.getByRole("button", { name: "Stay" }));
  await answers([OLD, policy("ipp_2", "office")]);
  await screen.findByText("The IP policy was created");
  expect(
    screen.getByText(/Its token can’t be shown again\. Delete it before you try again\.$/),
  ).toBeDefined();
  const link = screen.getByRole("link", { name: /^office/ });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([
    href.ipPolicy("ipp_2"),
    "_blank",
  ]);
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("office");
  expect(screen.queryByText(/^Could not create/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(closed).toHaveBeenCalledOnce();
});

it("says that it is safe to try again where it was not created, or is deleted by now", async () => {
  const { user, answers } = await lose();
  await answers([OLD]);
  await screen.findByText("The IP policy doesn’t exist. You can safely try again.");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("You will lose the new IP policy.")).toBeDefined();
});

it("sends to the list where it can’t tell what is new in it", async () => {
  await lose(false);
  expect(
    await screen.findByText("The IP policy may exist. Check the list of IP policies before you try again."),
  ).toBeDefined();
});
