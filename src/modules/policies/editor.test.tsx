import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { testedModule } from "#testing/edited-module.tsx";

const module = testedModule("policies");

const inbound = async () => within(await screen.findByRole("group", { name: "Inbound rules" }));
const rule = async (number: number) =>
  within((await inbound()).getByRole("group", { name: new RegExp(`^Inbound rules ${number}`) }));
const save = () => screen.getByRole("button", { name: /^Save/ });
const toast = (text: string | RegExp) => screen.findByText(text, { selector: "output span" });

it("a rule with expressions and actions is written by keyboard, and sent as one object", async () => {
  const { user } = await module.open();
  (await inbound()).getByRole("button", { name: "Add rule" }).focus();
  await user.keyboard("{Enter}");
  await user.paste("Only GET");
  (await rule(1)).getByRole("button", { name: "Add expression" }).focus();
  await user.keyboard("{Enter}");
  await user.paste("req.Method != 'GET'");
  (await rule(1)).getByRole("button", { name: "Add action" }).focus();
  await user.keyboard("{Enter}den{ArrowDown}{Enter}{Tab}");
  expect(document.activeElement).toBe(screen.getByLabelText("Config"));
  await user.paste('{"status_code": 405}');
  await user.click(save());
  await toast(/ saved on /);
  expect(await module.get()).toEqual({
    enabled: true,
    inbound: {
      name: "Only GET",
      expressions: ["req.Method != 'GET'"],
      actions: [{ type: "deny", config: { status_code: 405 } }],
    },
    outbound: null,
  });
});

// Cause: a link to a rule could lead to no more than the list. Law: `?field=` leads to the rule that a trail names.
it("a link to a rule moves the focus to its name", async () => {
  const actions = [{ type: "deny" }];
  await module.put({
    inbound: [
      { name: "A", actions },
      { name: "B", actions },
    ],
  });
  await module.open({}, "?field=inbound.1.name");
  const second = (await rule(2)).getByLabelText("Name");
  await vi.waitFor(() => expect(document.activeElement).toBe(second));
});

it("rules are moved and removed by keyboard; each keeps all of its own", async () => {
  const [a, b, c] = ["A", "B", "C"].map((name) => ({
    name,
    expressions: [`req.Path == '/${name}'`],
    actions: [{ type: "log", config: { metadata: { name } } }],
  }));
  await module.put({ inbound: [a, b, c] });
  const { user } = await module.open();
  (await screen.findByRole("button", { name: "Move rule 3 up" })).focus();
  await user.keyboard("{Enter}");
  screen.getByRole("button", { name: "Remove rule 1" }).focus();
  await user.keyboard("{Enter}");
  await user.click(save());
  await toast(/ saved on /);
  expect(await module.get()).toEqual({ enabled: true, inbound: [c, b], outbound: null });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await toast(/^Undone: /);
  expect(await module.get()).toMatchObject({ inbound: [a, b, c] });
});

// Cause: the list of rules, asked for the focus first, knew only what was rendered before, and gave it to “Add rule”.
// Law: issues on their field with focus.
it("what is wrong is told at its rule, and nothing is sent", async () => {
  const { user } = await module.open();
  await user.click((await inbound()).getByRole("button", { name: "Add rule" }));
  await user.click((await rule(1)).getByRole("button", { name: "Add action" }));
  await user.keyboard("deny{Tab}[[1]");
  await user.click(save());
  const config = screen.getByLabelText("Config");
  expect(config.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(config);
  await expect(module.get()).rejects.toMatchObject({ status: 404 });
});

it("an action's config starts from the example only when asked to", async () => {
  const { user } = await module.open();
  await user.click((await inbound()).getByRole("button", { name: "Add rule" }));
  await user.click((await rule(1)).getByRole("button", { name: "Add action" }));
  await user.keyboard("deny{Tab}");
  await user.click(screen.getByRole("button", { name: "Use the example" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Config"));
  expect(screen.queryByRole("button", { name: "Use the example" })).toBeNull();
  await user.click(save());
  await toast(/ saved on /);
  const actions = [{ type: "deny", config: { status_code: 403 } }];
  expect(await module.get()).toMatchObject({ inbound: { actions } });
});

// Cause: a mistyped name was stored without a word, and closed the route. Law: the form says what the edge would say, before it is saved.
it("says what the edge can't apply as it is written, and nothing once it can", async () => {
  await module.put({ inbound: { actions: [{ type: "teleport" }] } });
  const { user } = await module.open({ baseUrl: `${module.service.origin}/api`, edge: { unapplied: [] } });
  await user.click((await rule(1)).getByRole("button", { name: "Add expression" }));
  await user.paste("req.Path == '/a'");
  const note = await screen.findByText(/Nobody gets in with this rule:/);
  await vi.waitFor(() => {
    const said = within(note)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(said).toEqual([
      "Expression 1 has an unknown name: req.Path. Did you mean req.url.path?",
      "teleport is not an action",
    ]);
  });
  await user.clear(screen.getByLabelText("Type"));
  await user.type(screen.getByLabelText("Type"), "deny{Tab}");
  await user.clear(screen.getByLabelText("Expressions 1"));
  await user.click(screen.getByLabelText("Expressions 1"));
  await user.paste("req.url.path == '/a'");
  await vi.waitFor(() => expect(screen.queryByText(/Nobody gets in/)).toBeNull());
});
