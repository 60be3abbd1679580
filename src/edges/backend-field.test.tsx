import { screen, waitFor, within } from "@testing-library/react";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Issue } from "#contract/error.ts";
import { FieldScope } from "#forms/field-scope.tsx";
import { FormShell, SaveBar } from "#forms/form-shell.tsx";
import { showIssues } from "#forms/server-errors.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { useToast } from "#ui/toast.tsx";
import { BackendField } from "./backend-field.tsx";

const AT = "2026-01-02T03:04:05Z";
const server = connectedServer();
const list = (key: string, items: object[]) => ({ [key]: items, uri: "/", next_page_uri: null });
const ref = (id: string) => ({ id, uri: `/${id}` });
const backend = (id: string, description: string, labels?: object) => ({
  ...ref(id),
  created_at: AT,
  description,
  labels,
});
const session = {
  ...ref("ts_1"),
  agent_version: "3.1.0",
  ip: "203.0.113.7",
  metadata: "ams-hook-01",
  os: "linux",
  region: "eu",
  started_at: AT,
  transport: "tls",
  credential: ref("cr_1"),
};
const tunnel = {
  id: "tn_1",
  started_at: AT,
  labels: { app: "hooks" },
  backends: [ref("bkdtg_1")],
  tunnel_session: ref("ts_1"),
};
const edge = {
  ...ref("edghts_1"),
  created_at: AT,
  hostports: ["shop.example:443"],
  routes: [
    {
      ...ref("edghtsrt_1"),
      edge_id: "edghts_1",
      created_at: AT,
      match_type: "path_prefix",
      match: "/",
      backend: { backend: ref("bkdtg_3") },
    },
  ],
};
let inUse = false;
let made: object[] = [];
let held: unknown;
const saved = vi.fn<(values: unknown) => void>();

beforeEach(() => {
  made = [];
  inUse = false;
  saved.mockClear();
  const groups = [
    backend("bkdtg_1", "Webhooks", { app: "hooks" }),
    backend("bkdtg_2", "Invoices", { app: "invoices" }),
  ];
  server.answerWith((request, response) => {
    const answers: Record<string, object> = {
      "/backends/tunnel_group": list("backends", [...groups, ...made]),
      "/backends/static": list("backends", [backend("bkdsc_1", "Old rack")]),
      "/tunnels": list("tunnels", [
        { ...tunnel, backends: [ref("bkdtg_1"), ...made.map(() => ref("bkdtg_3"))] },
      ]),
      "/edges/https": list("https_edges", [edge]),
      "/tunnel_sessions": list("tunnel_sessions", [session]),
    };
    if (request.method === "POST") {
      made = [{ ...backend("bkdtg_3", "Shop", { app: "hooks" }), tunnels: [] }];
      return json(201, made[0])(request, response);
    }
    if (request.method === "DELETE" && inUse)
      return json(409, { msg: "The backend bkdtg_3 is used by backend of route edghtsrt_1." })(
        request,
        response,
      );
    if (request.method === "DELETE") return json(204, {})(request, response);
    const answer = answers[request.url?.split("?")[0] ?? ""];
    return json(answer ? 200 : 404, answer ?? {})(request, response);
  });
});

/** Says what the editor of the route's backend says of a save. */
function Elsewhere() {
  const toast = useToast();
  const about = "/edges/https/edghts_1/routes/edghtsrt_1/backend";
  return <button onClick={() => toast({ text: "Backend removed", about })}>Remove it there</button>;
}

function Held() {
  const values = useWatch();
  useEffect(() => {
    held = values["backend"];
  });
  return null;
}

function Form({ issues = [] }: { issues?: Issue[] }) {
  const form = useForm({ defaultValues: { backend: { backend_id: "" } } });
  return (
    <FormShell
      form={form}
      label="Form"
      onSave={(values) => {
        saved(values);
        showIssues(form, issues, ["backend.backend_id"]);
      }}
      problem={null}
      bar={<SaveBar state="ready" title="1 change" />}
    >
      <Held />
      <FieldScope name="backend">
        <BackendField />
      </FieldScope>
    </FormShell>
  );
}

const field = () => screen.getByRole("combobox", { name: "Backend" });

// Cause: a backend was found by its name alone, without a word on whether agents serve it, and creating one meant leaving
// the form. Law: what a choice leads to is shown where it is made.
describe("the field of a backend", () => {
  it.each(["app=hooks", "hook-01", "tn_1", "webhooks"])(
    "finds it by %s, and shows what serves it",
    async (text) => {
      const { user } = renderInApp(<Form />);
      await user.click(field());
      await screen.findByRole("option", { name: /Webhooks.*app=hooks · 1 agent online · ams-hook-01/ });
      expect(screen.getByRole("option", { name: /Invoices.*No agent online/ })).toBeDefined();
      await user.type(field(), text);
      expect(screen.getAllByRole("option")).toHaveLength(1);
      await user.keyboard("{ArrowDown}{Enter}");
      expect(held).toEqual({ backend_id: "bkdtg_1" });
      expect(screen.getByText("1 agent online")).toBeDefined();
    },
  );

  // Cause: once chosen, its ID stood in the field, later below it. Law: things are called by their names.
  it("shows the chosen one by name, and keeps it while its name is edited back", async () => {
    const { user } = renderInApp(<Form />);
    await user.click(field());
    await user.click(await screen.findByRole("option", { name: /Webhooks/ }));
    expect(field()).toHaveProperty("value", "Webhooks");
    expect(screen.getByText("app=hooks")).toBeDefined();
    expect(screen.queryByText("bkdtg_1")).toBeNull();
    await user.type(field(), "{Backspace}s");
    await user.tab();
    expect(field()).toHaveProperty("value", "Webhooks");
    expect(held).toEqual({ backend_id: "bkdtg_1" });
    await user.clear(field());
    await user.type(field(), "bkdtg_2");
    await user.tab();
    expect(field()).toHaveProperty("value", "Invoices");
    expect(held).toEqual({ backend_id: "bkdtg_2" });
  });

  // Cause: the status and "Create backend" stood between the field and its error. Law: an error is said at its field.
  it("says what is wrong right below the field", async () => {
    const { user } = renderInApp(
      <Form issues={[{ path: ["backend", "backend_id"], message: "is required" }]} />,
    );
    await user.click(screen.getByRole("button", { name: "Save" }));
    const error = await screen.findByText("Required.");
    const isBefore = (a: Node, b: Node) =>
      (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    expect(isBefore(field(), error)).toBe(true);
    expect(isBefore(error, screen.getByRole("button", { name: "Create backend" }))).toBe(true);
  });

  // Cause: a text typed to search was told "Must be an ID that starts with bkdtg_." Law: what is wrong says what can be done there.
  it("says of what was only searched for to choose one", async () => {
    const { user } = renderInApp(
      <Form
        issues={[{ path: ["backend", "backend_id"], message: "must be an ID that starts with bkdtg_" }]}
      />,
    );
    await user.type(field(), "web");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("No backend is called “web”. Choose one, or enter an ID that starts with bkdtg_");
    expect(screen.queryByText(/^Must be an ID/)).toBeNull();
  });

  // Cause: where no backend exists a name was told to choose one. Law: what is said to do can be done there.
  it("says to create what was typed where there is none to choose", async () => {
    server.answerWith(
      json(200, { backends: [], tunnels: [], https_edges: [], uri: "", next_page_uri: null }),
    );
    const { user } = renderInApp(
      <Form issues={[{ path: ["backend", "backend_id"], message: "must be an ID" }]} />,
    );
    await user.type(field(), "shop");
    await user.click(screen.getByRole("button", { name: "Save" }));
    const said = "No backend is called “shop”. Create it, or enter an ID that starts with bkdtg_";
    expect(await screen.findByText(said)).toBeDefined();
  });

  // Cause: an agent that was just restarting was listed by its whole session ID. Law: an ID in place of a name is shortened.
  it("shortens the ID of an agent whose name is not known yet", async () => {
    server.answerWith((request, response) => {
      const kind = request.url?.startsWith("/tunnels") ? "tunnels" : "backends";
      const late = { ...tunnel, tunnel_session: ref("ts_0ERkQ7ANFKH8h7w6jg8yESLWDAM") };
      const rows = { tunnels: [late], backends: [backend("bkdtg_1", "Webhooks", { app: "hooks" })] }[kind];
      return json(200, list(kind, rows))(request, response);
    });
    const { user } = renderInApp(<Form />);
    await user.click(field());
    const option = await screen.findByRole("option", { name: /1 agent online/ });
    expect(option.textContent).toMatch(/ · ts_0ERk…WDAM$/);
  });

  it("creates one without leaving the form, from the labels of an online tunnel, and chooses it", async () => {
    const { user } = renderInApp(<Form />);
    await user.type(field(), "Shop");
    await user.click(screen.getByRole("button", { name: "Create backend" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByLabelText<HTMLInputElement>("Name", { exact: true }).value).toBe("Shop");
    // Cause: "Must have at least one label" stayed red after labels were chosen by their chip. Law: a fixed fault takes its error with it.
    await user.click(dialog.getByRole("button", { name: "Create backend" }));
    await dialog.findByText(/at least one/);
    await user.click(await dialog.findByRole("button", { name: "app=hooks" }));
    await waitFor(() => expect(dialog.queryByText(/at least one/)).toBeNull());
    expect(dialog.getByText("1 online tunnel matches")).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Create backend" }));
    await waitFor(() => expect(held).toEqual({ backend_id: "bkdtg_3" }));
    const sent = server.seen.find(({ method }) => method === "POST");
    expect(JSON.parse(sent?.body ?? "")).toEqual({ description: "Shop", labels: { app: "hooks" } });
    expect(saved).not.toHaveBeenCalled();
    // Cause: right after "1 online tunnel matches" the field said "No agent online" until the next poll, half a minute later.
    // Law: two places never contradict each other; a write has what it changes read again.
    expect(await screen.findByText("1 agent online")).toBeDefined();
    const posted = server.seen.findIndex(({ method }) => method === "POST");
    await waitFor(() =>
      expect(server.seen.slice(posted).some(({ url }) => url?.startsWith("/tunnels"))).toBe(true),
    );
    // Cause: a backend was the one thing whose creation had no Undo. Law: every save can be undone right after it.
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("Undone: backend “Shop” deleted");
    expect(server.seen.find(({ method }) => method === "DELETE")?.url).toBe("/backends/tunnel_group/bkdtg_3");
    expect(held).toEqual({ backend_id: "" });
  });

  // Cause: where no agent had labels, the dialog said only that none matches yet. Law: what is missing is said, with how to get it.
  it("says how an agent gets labels where none has any", async () => {
    const bare = list("tunnels", [{ ...tunnel, labels: {}, public_url: "https://a.example" }]);
    server.answerWith((request, response) =>
      json(200, request.url?.startsWith("/tunnels") ? bare : list("backends", []))(request, response),
    );
    const { user } = renderInApp(<Form />);
    await user.click(screen.getByRole("button", { name: "Create backend" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText("--label app=shop")).toBeTruthy();
    await user.type(dialog.getByRole("textbox", { name: "Labels 1: Name" }), "team");
    expect(dialog.getByText(/^No online tunnel has labels/)).toBeTruthy();
    expect(dialog.getByText("--label team=")).toBeTruthy();
  });

  // Cause: six sets of labels were listed as those of all online tunnels. Law: a list that is cut says so, with the way to the rest.
  it("offers the labels of most tunnels first, and the others on demand", async () => {
    const names = Array.from({ length: 9 }, (_, index) => `app-${index}`);
    server.answerWith((request, response) =>
      json(
        200,
        request.url?.startsWith("/tunnels")
          ? list(
              "tunnels",
              names.map((app) => ({ ...tunnel, id: `tn_${app}`, labels: { app } })),
            )
          : list("backends", []),
      )(request, response),
    );
    const { user } = renderInApp(<Form />);
    await user.click(screen.getByRole("button", { name: "Create backend" }));
    const dialog = within(await screen.findByRole("dialog"));
    const offered = () =>
      within(dialog.getByRole("list", { name: "Labels of online tunnels" })).getAllByText(/^app=/);
    await dialog.findByRole("button", { name: "app=app-0" });
    expect(offered()).toHaveLength(6);
    await user.click(dialog.getByRole("button", { name: "Show all 9" }));
    expect(offered()).toHaveLength(9);
    expect(dialog.queryByRole("button", { name: /^Show all/ })).toBeNull();
  });

  // Cause: once one label was chosen, the others of its tunnels were offered no more. Law: what was offered stays a click away while it helps.
  it("offers the other labels of the tunnels that match, and adds them", async () => {
    const all = [{ app: "shop", site: "ams" }, { app: "blog" }];
    const tunnelsOf = () =>
      list(
        "tunnels",
        all.map((labels) => ({ ...tunnel, id: `tn_${labels.app}`, labels })),
      );
    server.answerWith((request, response) =>
      json(200, request.url?.startsWith("/tunnels") ? tunnelsOf() : list("backends", []))(request, response),
    );
    const { user } = renderInApp(<Form />);
    await user.click(screen.getByRole("button", { name: "Create backend" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(await dialog.findByRole("button", { name: "app=shop" }));
    const more = within(dialog.getByRole("list", { name: "Other labels of these tunnels" }));
    expect(more.getAllByRole("button").map((one) => one.textContent)).toEqual(["site=ams"]);
    await user.click(more.getByRole("button", { name: "site=ams" }));
    const filled = dialog.getAllByRole<HTMLInputElement>("textbox").map(({ value }) => value);
    expect(filled).toEqual(expect.arrayContaining(["app", "shop", "site", "ams"]));
    dialog.getByText("1 online tunnel matches");
  });

  // Cause: the refusal named what uses it by raw IDs, beside a "Try again" that could only fail. Law: things are called by
  // their names, and nothing is offered that can't work.
  it("undoing one that is used by then names what uses it, and is not offered again", async () => {
    inUse = true;
    const { user } = renderInApp(
      <>
        <Form />
        <Elsewhere />
      </>,
    );
    await user.type(field(), "Shop");
    await user.click(screen.getByRole("button", { name: "Create backend" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(await dialog.findByRole("button", { name: "app=hooks" }));
    await user.click(dialog.getByRole("button", { name: "Create backend" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    const said = "Shop is used by shop.example/. Remove it there, then delete it under Backends.";
    expect((await screen.findByRole("alert")).textContent).toBe(said);
    expect(screen.queryByRole("button", { name: /^(Undo|Try again)$/ })).toBeNull();
    expect(held).toEqual({ backend_id: "bkdtg_3" });
    // Cause: "Shop is used by…" stayed after it was not any more. Law: a fixed problem takes its message with it.
    await user.click(screen.getByRole("button", { name: "Remove it there" }));
    expect(screen.queryByText(said)).toBeNull();
  });

  // Cause: an undo of what was deleted elsewhere failed with a 404 again and again. Law: what is gone is undone.
  it("undoing one that is gone is done", async () => {
    const { user } = renderInApp(<Form />);
    await user.type(field(), "Shop");
    await user.click(screen.getByRole("button", { name: "Create backend" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(await dialog.findByRole("button", { name: "app=hooks" }));
    await user.click(dialog.getByRole("button", { name: "Create backend" }));
    const undo = await screen.findByRole("button", { name: "Undo" });
    server.answerWith(json(404, { msg: "The backend bkdtg_3 was not found." }));
    await user.click(undo);
    await screen.findByText("Undone: backend “Shop” deleted");
    await waitFor(() => expect(held).toEqual({ backend_id: "" }));
  });

  it("takes a backend of a kind that can’t be created here", async () => {
    const { user } = renderInApp(<Form />);
    await user.type(field(), "rack");
    await user.click(await screen.findByRole("option", { name: /Old rack.*static · No agent needed/ }));
    expect(held).toEqual({ backend_id: "bkdsc_1" });
  });
});
