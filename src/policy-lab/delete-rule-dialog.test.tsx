import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { setOwnAddress } from "./own-address.ts";
import { DeleteRuleDialog } from "./delete-rule-dialog.tsx";

const server = connectedServer();
const rule = {
  id: "ipr_1",
  uri: "/ip_policy_rules/ipr_1",
  created_at: "2026-01-02T03:04:05Z",
  cidr: "10.0.0.0/8",
  action: "deny",
  ip_policy: { id: "ipp_1", uri: "" },
};
const none = () => {};
const NoPreview = () => null;

// Cause: a rule is read before it is deleted, so the try after a lost answer found it gone and failed. Law: what is gone after a try
// of ours is deleted, and is said to be.
it("says that the rule is deleted once it is gone after a try whose answer was lost", async () => {
  let isCut = false;
  server.answerWith((request, response) => {
    isCut ||= request.method === "DELETE";
    if (isCut) response.destroy();
    else json(200, rule)(request, response);
  });
  const { user } = renderInApp(
    <DeleteRuleDialog rule={rule} rules={[rule]} nameOf={(id) => id} Preview={NoPreview} onClose={none} />,
  );
  await user.click(screen.getByRole("button", { name: "Delete rule" }));
  await screen.findByText(/Could not delete this rule/);
  server.answerWith(json(404, { status_code: 404, msg: "Not found." }));
  await user.click(screen.getByRole("button", { name: "Delete rule" }));
  expect(await screen.findByText("Rule deny 10.0.0.0/8 deleted")).toBeDefined();
});

// Cause: deleting a rule that is redundant was said to block its addresses, although another rule allows them. Law: what is said to
// come of an act is worked out, not supposed.
it("says that nothing changes where another rule decides the same, else of how many addresses", async () => {
  const make = (id: string, cidr: string) => ({ ...rule, id, cidr, action: "allow" });
  const wide = make("ipr_1", "192.0.2.0/25");
  const inner = make("ipr_2", "192.0.2.10/32");
  const show = (one: typeof rule, rules: (typeof rule)[]) =>
    renderInApp(
      <DeleteRuleDialog
        rule={one}
        rules={rules}
        nameOf={() => "Carriers"}
        Preview={NoPreview}
        onClose={none}
      />,
    );
  const first = show(inner, [wide, inner]);
  expect((await screen.findByText(/No access changes in Carriers\./)).textContent).toContain(
    "192.0.2.10/32 is inside 192.0.2.0/25, with the same action.",
  );
  first.unmount();
  show(inner, [inner, make("ipr_3", "198.51.100.0/24")]);
  expect(
    await screen.findByText(/Carriers will block this address unless another rule allows it\./),
  ).toBeDefined();
});

// Cause: deleting the last allow rule of a policy said neither where that is used nor what visitors would find, and asked nothing before it
// locked the operator out, all of which a new deny rule does. Law: what an act closes is said in numbers and places, and is confirmed.
it("says where the policy is used and what the rules that are left do, and asks before a lock-out", async () => {
  setOwnAddress("203.0.113.9");
  const open = { ...rule, action: "allow", cidr: "0.0.0.0/0" };
  const others = [{ ...rule, id: "ipr_2", cidr: "198.51.100.0/24" }];
  server.answerWith(json(200, {}));
  const Preview = ({ policyId, rules }: { policyId: string; rules: readonly { cidr: string }[] }) => (
    <p>{`${policyId} has ${rules.map(({ cidr }) => cidr).join()}`}</p>
  );
  const { user } = renderInApp(
    <DeleteRuleDialog
      rule={open}
      rules={[open, ...others]}
      nameOf={() => "Scanners"}
      Preview={Preview}
      onClose={none}
    />,
  );
  await screen.findByText(/^Scanners will block everyone\. Undo restores/);
  screen.getByText("ipp_1 has 198.51.100.0/24");
  screen.getByText("Policy used by");
  const confirm = screen.getByRole<HTMLButtonElement>("button", { name: "Delete rule" });
  const box = await screen.findByRole("checkbox", { name: "Yes, lock me out" });
  expect(confirm.getAttribute("aria-disabled") ?? String(confirm.disabled)).toBe("true");
  await user.click(box);
  expect(confirm.getAttribute("aria-disabled") ?? String(confirm.disabled)).toBe("false");
  setOwnAddress("");
});
