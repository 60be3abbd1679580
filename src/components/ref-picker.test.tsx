import { act, screen, waitFor, within } from "@testing-library/react";
import { useEffect } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { FormShell, SaveBar } from "#forms/form-shell.tsx";
import { showIssues } from "#forms/server-errors.ts";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { RefField, RefListField } from "./ref-picker.tsx";

const POLICIES = [
  { id: "ipp_1", description: "Warehouse gateways" },
  { id: "ipp_2", description: "Office Hamburg" },
  { id: "ipp_3" },
].map((policy) => ({ ...policy, uri: "", created_at: "2026-01-02T03:04:05Z" }));

let server: Awaited<ReturnType<typeof startFaultServer>>;
let held: Record<string, unknown> = {};
beforeAll(async () => {
  server = await startFaultServer(json(404, {}));
});
afterAll(() => server.close());
beforeEach(() => {
  server.answerWith(json(200, { ip_policies: POLICIES, uri: "", next_page_uri: null }));
  setConnection(
    { baseUrl: `${server.origin}/api`, key: "k", versionHeader: "Service-Version" },
    { remember: false },
  );
});
afterEach(forgetConnection);

function Held() {
  const values = useWatch();
  useEffect(() => {
    held = values;
  });
  return null;
}

function Form() {
  const form = useForm({ defaultValues: { one: "", many: ["ipp_2", "ipp_9"] } });
  const issues = [{ path: ["many", 1], message: "is unknown" }];
  return (
    <FormShell
      form={form}
      label="Form"
      onSave={() => showIssues(form, issues, ["one", "many"])}
      problem={null}
      bar={<SaveBar state="ready" title="1 change" />}
    >
      <Held />
      <RefField name="one" label="One" kind="ipPolicy" one="IP policy" />
      <RefListField name="many" label="Many" kind="ipPolicy" one="IP policy" />
    </FormShell>
  );
}
const one = () => screen.getByRole("combobox", { name: "One" });
const many = () => screen.getByRole("combobox", { name: "Many" });

describe("a field that names one resource", () => {
  it("finds it by name, and takes a typed id with its prefix", async () => {
    const { user } = renderInApp(<Form />);
    await screen.findByText("Office Hamburg");
    await user.type(one(), "ware gate");
    expect(screen.getAllByRole("option")).toHaveLength(1);
    await user.keyboard("{ArrowDown}{Enter}");
    expect(held["one"]).toBe("ipp_1");
    expect(screen.getByText("Warehouse gateways")).toBeDefined();
    await user.clear(one());
    await user.type(one(), "bkdtg_1");
    expect(screen.getByText("Choose one, or enter an ID that starts with ipp_")).toBeDefined();
    await user.clear(one());
    await user.type(one(), "ipp_77");
    expect(held["one"]).toBe("ipp_77");
    expect(screen.getAllByText("Not found")).toHaveLength(2);
  });

  it("says so where the service has no list, and takes typed ids", async () => {
    server.answerWith(json(404, { status_code: 404, msg: "Not Found" }));
    const { user } = renderInApp(<Form />);
    await user.click(one());
    expect(
      await screen.findByText("This service can’t list them. Enter an ID that starts with ipp_"),
    ).toBeDefined();
    await user.type(one(), "ipp_5");
    expect(held["one"]).toBe("ipp_5");
  });

  it("knows IP policies from rules where the service lists only those", async () => {
    const rule = {
      id: "ipr_1",
      uri: "",
      created_at: "2026-01-01T00:00:00Z",
      cidr: "10.0.0.0/8",
      action: "allow",
    };
    const rules = {
      ip_policy_rules: [{ ...rule, ip_policy: { id: "ipp_8", uri: "" } }],
      next_page_uri: null,
    };
    server.answerWith((request, response) =>
      (request.url?.includes("ip_policy_rules") ? json(200, rules) : json(404, {}))(request, response),
    );
    const { user } = renderInApp(<Form />);
    await user.click(one());
    await user.click(await screen.findByRole("option", { name: "ipp_8" }));
    expect(held["one"]).toBe("ipp_8");
  });
});

describe("a field that names several", () => {
  // Cause: the buttons of a chosen policy had its raw ID for a name, and moved it in a list whose order doesn't count. Law: a button is
  // named as what it changes is, and there is none that does nothing.
  it("adds by search, by typed id and by paste, each once; removes by name", async () => {
    const { user } = renderInApp(<Form />);
    await screen.findByText("Office Hamburg");
    await user.type(many(), "ware{ArrowDown}{Enter}");
    expect(held["many"]).toEqual(["ipp_2", "ipp_9", "ipp_1"]);
    await user.type(many(), "ipp_5{Enter}");
    await user.type(many(), "ipp_6");
    await user.click(one());
    await user.click(many());
    await user.paste("ipp_7, ipp_2\nipp_8");
    expect(held["many"]).toEqual(["ipp_2", "ipp_9", "ipp_1", "ipp_5", "ipp_6", "ipp_7", "ipp_8"]);
    expect(screen.queryByRole("button", { name: /^Move/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Remove Warehouse gateways" }));
    expect(held["many"]).toEqual(["ipp_2", "ipp_9", "ipp_5", "ipp_6", "ipp_7", "ipp_8"]);
    expect(document.activeElement).toBe(many());
  });

  // Cause: Enter over the one match chose nothing and submitted the form; a name that was typed whole was no choice. Law: what is
  // meant for certain is chosen.
  it("takes the one match with Enter, and a whole name when it is left", async () => {
    const { user } = renderInApp(<Form />);
    await screen.findByText("Office Hamburg");
    await user.type(many(), "ware{Enter}");
    expect(held["many"]).toEqual(["ipp_2", "ipp_9", "ipp_1"]);
    await user.click(screen.getByRole("button", { name: "Remove Office Hamburg" }));
    await user.type(many(), "Office Hamburg{Tab}");
    expect(held["many"]).toEqual(["ipp_9", "ipp_1", "ipp_2"]);
    await user.type(one(), "hamb{Enter}");
    expect(held["one"]).toBe("ipp_2");
    expect(screen.getByRole("link", { name: /^Warehouse gateways/ }).getAttribute("target")).toBe("_blank");
  });

  // Cause: a search left in the box was no part of the form, and a save passed it over. Law: nothing typed is lost without a word.
  it("stops a save at a text that is no id, at the field, until it is one or gone", async () => {
    const { user } = renderInApp(<Form />);
    await screen.findByText("Office Hamburg");
    await user.type(many(), "carr");
    await user.click(screen.getByRole("button", { name: "Save" }));
    const fault = await screen.findByText(/^No IP policy is called “carr”\. Choose one/);
    expect(document.activeElement).toBe(many());
    expect(many().getAttribute("aria-invalid")).toBe("true");
    // Cause: the hint and the fault said the same. Law: a fact is said once.
    expect(screen.getAllByText(/Choose one, or enter an ID/)).toHaveLength(1);
    expect(many().getAttribute("aria-describedby")).toContain(fault.closest("[id]")?.id);
    expect(screen.queryByText("ipp_9: unknown.")).toBeNull();
    await user.clear(many());
    expect(screen.queryByText(/“carr”/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("ipp_9: unknown.")).toBeDefined();
  });

  it("shows and focuses the entry that the service refuses", async () => {
    const { user } = renderInApp(<Form />);
    await user.click(screen.getByRole("button", { name: "Save" }));
    const list = within(screen.getByRole("list", { name: "Many: entries" }));
    await waitFor(() => expect(document.activeElement).toBe(list.getAllByRole("listitem")[1]));
    expect(screen.getByText("ipp_9: unknown.")).toBeDefined();
  });

  // Cause: what was created from a field had no Undo, which would have left its id in the field. Law: an undo leaves nothing behind.
  it("no longer names what was created from it once that is undone", async () => {
    let undo = () => {};
    const made = { id: "ipp_3" };
    type Creating = { onMade: (one: typeof made) => void; onUndone?: (one: typeof made) => void };
    const Create = ({ onMade, onUndone }: Creating) => {
      const create = () => {
        undo = () => {
          onUndone?.(made);
        };
        onMade(made);
      };
      return <button onClick={create}>Create it</button>;
    };
    const OfPolicies = () => (
      <FormProvider {...useForm({ defaultValues: { many: ["ipp_2"] } })}>
        <Held />
        <RefListField name="many" label="Many" kind="ipPolicy" one="IP policy" create={Create} />
      </FormProvider>
    );
    const { user } = renderInApp(<OfPolicies />);
    await user.click(screen.getByRole("button", { name: "Create IP policy" }));
    await user.click(screen.getByText("Create it"));
    await waitFor(() => expect(held["many"]).toEqual(["ipp_2", "ipp_3"]));
    act(() => undo());
    await waitFor(() => expect(held["many"]).toEqual(["ipp_2"]));
  });
});
