import { screen, waitFor, within } from "@testing-library/react";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { describe, expect, it } from "vitest";
import type { Issue } from "#contract/error.ts";
import { renderInApp } from "#testing/render.tsx";
import { ChecksField, ChoiceField } from "./choice-fields.tsx";
import { EntriesField } from "./entries-field.tsx";
import { BytesField, SecondsField } from "./fields.tsx";
import { FieldScope } from "./field-scope.tsx";
import { FormFacts, type FormFactsValue } from "./form-facts.ts";
import { FormShell, SaveBar } from "./form-shell.tsx";
import { JsonField } from "./json-field.tsx";
import { ObjectListField } from "./object-list-field.tsx";
import { SearchChoiceField } from "./search-choice-field.tsx";
import { SecretField } from "./secret-field.tsx";
import { showIssues } from "./server-errors.ts";
import { TextListField } from "./text-list-field.tsx";

let held: Record<string, unknown> = {};
let rest: Issue[] = [];

const START: Record<string, unknown> = {
  scopes: ["read:user", "user:email"],
  patterns: ["^curl/", "bot"],
  add: [{ name: "x-a", value: "1" }],
  secret: { mode: "keep", text: "" },
  format: "persistent",
  algorithms: ["RS256", "HS1"],
  provider: { github: { client_id: "id" } },
  rules: [
    { name: "one", expressions: ["a"], $loaded: "" },
    { name: "two", expressions: ["b"], $loaded: "" },
  ],
  config: "{}",
  seconds: "",
  webhook: "TWILIO",
};

function Held() {
  const values = useWatch();
  useEffect(() => {
    held = values;
  });
  return null;
}

function Kit({
  issues = [],
  start = {},
  facts,
}: {
  issues?: Issue[];
  start?: object;
  facts?: FormFactsValue;
}) {
  const form = useForm({ defaultValues: { ...START, ...start } });
  return (
    <FormFacts value={facts ?? { loaded: {}, secretsKept: false }}>
      <FormShell
        form={form}
        label="Form"
        onSave={() => {
          rest = showIssues(form, issues, Object.keys(START));
        }}
        problem={null}
        bar={<SaveBar state="ready" title="1 change" />}
      >
        <Held />
        <TextListField name="scopes" label="Scopes" one="scope" />
        <TextListField name="patterns" label="Patterns" one="pattern" look="lines" />
        <EntriesField name="add" label="Add headers" one="header" isName={(name) => !name.includes(" ")} />
        <SecretField name="secret" label="Secret" />
        <ChoiceField
          name="format"
          label="Format"
          byDefault="persistent"
          look="list"
          choices={[{ value: "transient", label: "Transient" }]}
        />
        <ChecksField
          name="algorithms"
          label="Algorithms"
          choices={["ES256", "RS256"].map((value) => ({ value, label: value }))}
        />
        <FieldScope name="provider.github">
          <BytesField name="client_id" label="Client ID" trims maxBytes={100} />
        </FieldScope>
        <ObjectListField
          name="rules"
          label="Rules"
          one="rule"
          blank={{ name: "", expressions: [], $loaded: "" }}
        >
          <BytesField name="name" label="Rule name" maxBytes={100} />
          <TextListField name="expressions" label="Expressions" one="expression" look="lines" />
        </ObjectListField>
        <JsonField name="config" label="Config" />
        <SecondsField name="seconds" label="Timeout" byDefault="30 s" zero="no limit" />
        <SearchChoiceField
          name="webhook"
          label="Sender"
          choices={[
            { value: "twilio", label: "Twilio" },
            { value: "stripe", label: "Stripe" },
          ]}
        />
      </FormShell>
    </FormFacts>
  );
}

const save = () => screen.getByRole("button", { name: "Save" });
const words = (element: HTMLElement) =>
  (element.getAttribute("aria-describedby")?.split(" ") ?? [])
    .map((id) => document.getElementById(id)?.textContent)
    .join(" ");

// Cause: a client ID pasted as " abc " was stored with its spaces, so no sign-in worked. Law: what is copied from elsewhere is
// held without the blanks around it, however the field is left.
it.each(["{Tab}", "{Enter}"])("a text that is copied loses the blanks around it on %s", async (key) => {
  const { user } = renderInApp(<Kit />);
  await user.clear(screen.getByLabelText("Client ID"));
  await user.type(screen.getByLabelText("Client ID"), `  a b ${key}`);
  expect(held).toMatchObject({ provider: { github: { client_id: "a b" } } });
});

describe("issues of the service", () => {
  it.each<[Issue["path"], () => HTMLElement]>([
    [["scopes", 1], () => screen.getByLabelText("Edit scope 2")],
    [["scopes"], () => screen.getByLabelText("Scopes", { selector: "input" })],
    [["patterns", 1], () => screen.getByLabelText("Patterns 2")],
    [["add", "x-a"], () => screen.getByLabelText("Add headers 1: Value")],
    [["add", 0], () => screen.getByLabelText("Add headers 1: Name")],
    [["provider", "github", "client_id"], () => screen.getByLabelText("Client ID")],
    [["rules", 1, "expressions", 0], () => screen.getAllByLabelText("Expressions 1")[1] as HTMLElement],
    [["rules", 1, "name"], () => screen.getAllByLabelText("Rule name")[1] as HTMLElement],
    [["rules", "name"], () => screen.getAllByLabelText("Rule name")[0] as HTMLElement],
    [["rules"], () => screen.getByRole("button", { name: "Add rule" })],
    [["format"], () => screen.getByLabelText("Format")],
    [["algorithms", 0], () => screen.getByLabelText("HS1 (unknown)")],
    [["config", "status"], () => screen.getByLabelText("Config")],
    [["seconds"], () => screen.getByLabelText("Timeout")],
    [["webhook"], () => screen.getByLabelText("Sender")],
    [["secret"], () => screen.getByRole("radio", { name: "Keep" })],
  ])("at %j focus its control and are told there", async (path, control) => {
    const { user } = renderInApp(<Kit issues={[{ path, message: "must be otherwise" }]} />);
    await user.click(save());
    expect(rest).toEqual([]);
    // A chip is opened before it has the focus.
    await waitFor(() => expect(document.activeElement).toBe(control()));
    const element = control();
    const described = element.closest("[role=group][aria-describedby]") as HTMLElement | null;
    await waitFor(() =>
      expect(words(element) + (described ? words(described) : "")).toMatch(/must be otherwise\./i),
    );
  });
});

describe("a list of texts", () => {
  it("as chips: adds by Enter and on leaving, edits, moves, removes, pastes many", async () => {
    const { user } = renderInApp(<Kit />);
    const input = screen.getByLabelText("Scopes", { selector: "input" });
    await user.type(input, "read:org{Enter}");
    await user.type(input, "repo");
    await user.click(screen.getByLabelText("Client ID"));
    expect(held["scopes"]).toEqual(["read:user", "user:email", "read:org", "repo"]);
    await user.click(input);
    await user.keyboard("{Backspace}{Backspace}");
    expect(held["scopes"]).toEqual(["read:user", "user:email", "read:org"]);
    expect(document.activeElement).toBe(input);
    await user.keyboard("{Backspace}");
    await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    expect(held["scopes"]).toEqual(["read:user", "read:org", "user:email"]);
    await user.keyboard("{Enter}");
    await user.keyboard("s{Enter}");
    expect(held["scopes"]).toEqual(["read:user", "read:orgs", "user:email"]);
    await user.click(input);
    // Cause: what was typed after Backspace was lost on the last entry, and its letters were shortcuts. Law: nothing typed is lost.
    await user.keyboard("{Backspace}go");
    expect(input).toMatchObject({ value: "go" });
    await user.clear(input);
    await user.paste("a, b\nread:user\n");
    expect(held["scopes"]).toEqual(["read:user", "read:orgs", "user:email", "a, b"]);
    await user.click(screen.getByRole("button", { name: "Remove read:user" }));
    expect(held["scopes"]).toEqual(["read:orgs", "user:email", "a, b"]);
  });

  it("as lines: adds, moves, removes, pastes many, and keeps the focus", async () => {
    const { user } = renderInApp(<Kit />);
    await user.click(screen.getByRole("button", { name: "Add pattern" }));
    expect(document.activeElement).toBe(screen.getByLabelText("Patterns 3"));
    await user.paste("x\r\ny,z\r\n");
    expect(held["patterns"]).toEqual(["^curl/", "bot", "x", "y,z"]);
    await user.click(screen.getByLabelText("Patterns 2"));
    await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
    expect(held["patterns"]).toEqual(["bot", "^curl/", "x", "y,z"]);
    expect(document.activeElement).toBe(screen.getByLabelText("Patterns 1"));
    await user.click(screen.getByRole("button", { name: "Remove pattern 1" }));
    expect(held["patterns"]).toEqual(["^curl/", "x", "y,z"]);
    expect(document.activeElement).toBe(screen.getByLabelText("Patterns 1"));
  });
});

describe("rows of names and values", () => {
  it("are added, and pasted as `name: value` lines", async () => {
    const { user } = renderInApp(<Kit />);
    await user.click(screen.getByRole("button", { name: "Add header" }));
    await user.paste("x-b: 2\nx-c: a: b");
    expect(held["add"]).toEqual([
      { name: "x-a", value: "1" },
      { name: "x-b", value: "2" },
      { name: "x-c", value: "a: b" },
    ]);
  });
});

// Cause: the fault of a header's name took the focus to its value. Law: each issue is focused at its field.
describe("a row whose name is at fault", () => {
  it.each([
    ["a bad name", "bad name", "Add headers 1: Name"],
    ["a bad value", "x-a", "Add headers 1: Value"],
    // Cause: "label 1: Must not be empty." left open which half, and the focus went to the one that was filled.
    ["no name", "", "Add headers 1: Name", "Header 1, name: wrong."],
  ])("has the focus at it: %s", async (_, name, focused, says = `${name}: wrong.`) => {
    const issues = [{ path: ["add", name], message: "is wrong" }];
    const { user } = renderInApp(<Kit issues={issues} start={{ add: [{ name, value: "1" }] }} />);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByLabelText(focused));
      const invalid = screen.getAllByLabelText(/^Add headers 1:/).filter((one) => one.ariaInvalid);
      expect(invalid.map((one) => one.getAttribute("aria-label"))).toEqual([focused]);
    });
    expect(screen.getByText(says)).toBeDefined();
  });
});

describe("choices", () => {
  it("keep what this console does not know, and can go back to it", async () => {
    const { user } = renderInApp(<Kit />);
    const format = screen.getByLabelText<HTMLSelectElement>("Format");
    expect(format.value).toBe("persistent");
    await user.selectOptions(format, "transient");
    expect(held["format"]).toBe("transient");
    await user.selectOptions(format, "persistent (unknown)");
    expect(held["format"]).toBe("persistent");
    await user.click(screen.getByLabelText("ES256"));
    expect(held["algorithms"]).toEqual(["ES256", "RS256", "HS1"]);
    await user.click(screen.getByLabelText("HS1 (unknown)"));
    await user.click(screen.getByLabelText("HS1 (unknown)"));
    expect(held["algorithms"]).toEqual(["HS1", "ES256", "RS256"]);
  });

  it("are found by typing, with arrow keys and Enter", async () => {
    const { user } = renderInApp(<Kit />);
    const sender = screen.getByLabelText("Sender");
    // Cause: "Rate limit" stood alone at the right, below a field that said "rate-limit". Law: nothing is said twice.
    expect(sender).toHaveProperty("value", "Twilio");
    expect(screen.queryByText("Twilio")).toBeNull();
    await user.clear(sender);
    await user.type(sender, "str{ArrowDown}{Enter}");
    expect(held["webhook"]).toBe("stripe");
    await user.type(sender, "x");
    expect(held["webhook"]).toBe("Stripex");
    expect(screen.getByText("Custom value")).toBeDefined();
  });
});

describe("a secret", () => {
  const hint = () => screen.getByLabelText("Secret", { selector: "[role=group]" }).textContent;

  it("is kept, replaced or cleared, and shows only what was typed now", async () => {
    const facts = { loaded: { secret: "hush" }, secretsKept: false };
    const { user, container } = renderInApp(<Kit facts={facts} />);
    expect(hint()).toContain("The stored secret stays as it is.");
    await user.click(screen.getByRole("radio", { name: "Replace" }));
    const input = screen.getByLabelText<HTMLInputElement>("Secret", { selector: "input" });
    expect([input.value, input.type]).toEqual(["", "password"]);
    await user.type(input, "new");
    await user.click(screen.getByRole("button", { name: "Show what you typed" }));
    expect(input.type).toBe("text");
    expect(held["secret"]).toEqual({ mode: "replace", text: "new" });
    await user.click(screen.getByRole("radio", { name: "Clear" }));
    expect(held["secret"]).toEqual({ mode: "clear", text: "" });
    expect(container.innerHTML).not.toContain("hush");
  });

  // Cause: a controlled input has its value as an attribute, under every tab of the page. Law: a secret is in no markup.
  it("typed now is no attribute in the document", async () => {
    const facts = { loaded: null, secretsKept: false };
    const { user, container } = renderInApp(<Kit facts={facts} />);
    const input = screen.getByLabelText<HTMLInputElement>("Secret", { selector: "input" });
    await user.type(input, "hush-hush");
    await user.click(screen.getByRole("button", { name: "Show what you typed" }));
    expect([input.value, held["secret"]]).toEqual(["hush-hush", { mode: "replace", text: "hush-hush" }]);
    expect(container.innerHTML).not.toContain("hush-hush");
  });

  // Cause: the choice above the input took the focus. Law: the focus goes where the fault is mended.
  it("that is to be entered has the focus, not the choice to replace it", async () => {
    const { user } = renderInApp(<Kit issues={[{ path: ["secret"], message: "must be otherwise" }]} />);
    await user.click(screen.getByRole("radio", { name: "Replace" }));
    await user.click(save());
    const input = screen.getByLabelText("Secret", { selector: "input" });
    await waitFor(() => expect(document.activeElement).toBe(input));
  });

  // Cause: that a replaced secret is gone was said only once it was. Law: what can't be undone is said before.
  it("that the service doesn’t return says that its change can’t be undone", async () => {
    const { user } = renderInApp(<Kit facts={{ loaded: {}, secretsKept: true }} />);
    await user.click(screen.getByRole("radio", { name: "Clear" }));
    expect(hint()).toContain("Saving deletes the stored secret. You can’t undo that.");
  });

  it("says what keeping means, and is an input alone where nothing can be stored", () => {
    const { unmount } = renderInApp(<Kit facts={{ loaded: {}, secretsKept: false }} />);
    expect(hint()).toContain("saving may delete it");
    unmount();
    const second = renderInApp(<Kit facts={{ loaded: {}, secretsKept: true }} />);
    expect(hint()).toContain("The stored secret stays as it is.");
    second.unmount();
    renderInApp(<Kit facts={{ loaded: null, secretsKept: true }} />);
    expect(screen.queryByRole("radio", { name: "Keep" })).toBeNull();
    expect(screen.getByLabelText("Secret", { selector: "input" })).toBeDefined();
  });
});

describe("a list of objects", () => {
  it("moves, removes and adds entries with their fields", async () => {
    const { user } = renderInApp(<Kit />);
    await user.click(screen.getByRole("button", { name: "Move rule 2 up" }));
    expect(held["rules"]).toMatchObject([{ name: "two" }, { name: "one" }]);
    await user.click(screen.getByRole("button", { name: "Remove rule 1" }));
    expect(screen.getAllByLabelText<HTMLInputElement>("Rule name").map(({ value }) => value)).toEqual([
      "one",
    ]);
    await user.click(screen.getByRole("button", { name: "Add rule" }));
    await user.keyboard("three");
    expect(held["rules"]).toMatchObject([{ name: "one" }, { name: "three", expressions: [] }]);
    await user.click(screen.getByRole("button", { name: "Move rule 2 up" }));
    expect(screen.getAllByLabelText<HTMLInputElement>("Rule name").map(({ value }) => value)).toEqual([
      "three",
      "one",
    ]);
    expect(held["rules"]).toMatchObject([{ name: "three" }, { name: "one" }]);
    expect(within(screen.getByRole("group", { name: "Rules 2" })).getByLabelText("Rule name")).toBeDefined();
  });
});

describe("a stored value that the control can't show", () => {
  it("is shown as JSON, edited as JSON, or started over", async () => {
    const { user } = renderInApp(<Kit start={{ scopes: { $json: "5" } }} />);
    const json = screen.getByLabelText<HTMLTextAreaElement>("Scopes");
    expect(json.value).toBe("5");
    await user.type(json, "5");
    expect(held["scopes"]).toEqual({ $json: "55" });
    await user.click(screen.getByRole("button", { name: "Reset this field" }));
    expect(held["scopes"]).toEqual([]);
    expect(screen.getByLabelText("Scopes", { selector: "input" })).toBeDefined();
  });
});

describe("a length of time", () => {
  it("tells its default while empty, and what it means", async () => {
    const { user } = renderInApp(<Kit />);
    const timeout = screen.getByLabelText("Timeout");
    expect(words(timeout)).toBe("Default: 30 s");
    await user.type(timeout, "900");
    expect(words(timeout)).toBe("s = 15 min");
    await user.clear(timeout);
    await user.type(timeout, "0");
    expect(words(timeout)).toBe("s = no limit");
  });

  // Cause: only bare seconds were taken. Law: durations take "8h", "15 min" and seconds, and say what was understood.
  it("takes a unit, and shows the seconds that are sent", async () => {
    const { user } = renderInApp(<Kit />);
    const timeout = screen.getByLabelText("Timeout");
    await user.type(timeout, "15 min");
    expect(words(timeout)).toBe("= 900 s");
    await user.clear(timeout);
    await user.type(timeout, "0 min");
    expect(words(timeout)).toBe("= no limit");
    await user.clear(timeout);
    await user.type(timeout, "8 parsecs");
    expect(words(timeout)).toBe("s");
  });
});

// Cause: "is too long: 101 of 100 bytes" stood beside "101 of 100 bytes". Law: a fact is said once.
it("counts the bytes of a text that is too long until its error does", async () => {
  const issues = [{ path: ["provider", "github", "client_id"], message: "Is too long: 101 of 100 bytes" }];
  const { user } = renderInApp(
    <Kit issues={issues} start={{ provider: { github: { client_id: "a".repeat(101) } } }} />,
  );
  expect(screen.getAllByText(/101 of 100 bytes/)).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/Is too long/);
  expect(screen.getAllByText(/101 of 100 bytes/)).toHaveLength(1);
});
