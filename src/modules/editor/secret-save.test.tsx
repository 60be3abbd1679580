import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { appConfigQuery } from "#api/app-config.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import type { OwnerAddress } from "#resources/module-owner.ts";
import { createQueryClient } from "#api/query-client.ts";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { ModulePage } from "./module-page.tsx";

const owner: OwnerAddress = { owner: "route", edgeId: "edghts_1", routeId: "edghtsrt_1" };
const stored = { enabled: true, provider: "github" };

let server: Awaited<ReturnType<typeof startFaultServer>>;
beforeAll(async () => {
  server = await startFaultServer(json(404, {}));
});
afterAll(() => server.close());
afterEach(forgetConnection);

function open(answer: object, secrets?: "kept") {
  server.seen.length = 0;
  server.answerWith((request, response) => {
    if (request.method === "DELETE") response.writeHead(204).end();
    else json(200, request.method === "PUT" ? { ...answer, enabled: false } : answer)(request, response);
  });
  setConnection(
    { baseUrl: `${server.origin}/api`, key: "k", versionHeader: "Service-Version" },
    { remember: false },
  );
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, {
    baseUrl: "/api",
    versionHeader: "Service-Version",
    ...(secrets ? { secrets } : {}),
  });
  return renderInApp(
    <ModulePage
      owner={owner}
      wire="webhook_verification"
      place="app.example.com"
      ownerName="route"
      ownerHref="/"
      crumbs={[]}
      absent={null}
    />,
    { client },
  );
}

const sent = () =>
  server.seen.filter(({ method }) => method === "PUT").map(({ body }) => JSON.parse(body) as unknown);
const save = () => screen.getByRole("button", { name: /^Save$/ });

describe("a secret that the service did not return", () => {
  it("is not left out before somebody agreed", async () => {
    const { user } = open(stored);
    await user.click(await screen.findByLabelText("Apply to traffic"));
    await user.click(save());
    const dialog = within(await screen.findByRole("dialog", { name: "Save without the stored secret?" }));
    expect(sent()).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent()).toEqual([]);
    await user.click(save());
    await user.click(await screen.findByRole("button", { name: "Save anyway" }));
    await waitFor(() => expect(sent()).toEqual([{ ...stored, enabled: false }]));
  });

  it("is asked about no more once it was written again", async () => {
    const { user } = open(stored);
    await user.click(await screen.findByRole("radio", { name: "Replace" }));
    // Cause: that a replaced secret can't be brought back was said once it was gone. Law: what can't be undone is said before.
    const final = /^Can’t be undone: the service doesn’t return the secret\.$/;
    expect(screen.queryByText(final)).toBeNull();
    await user.type(screen.getByLabelText("Secret", { selector: "input" }), "new one");
    expect(screen.getByText(final)).toBeDefined();
    await user.click(save());
    await waitFor(() => expect(sent()).toEqual([{ ...stored, secret: "new one" }]));
  });

  it("is shown in no other tab and copied nowhere once it was written, and still sent", async () => {
    const { user, container } = open(stored);
    await user.click(await screen.findByRole("tab", { name: "JSON" }));
    // Cause: the hint told of a stored secret where the JSON had none. Law: what is explained is there.
    expect((await screen.findByText(/^Fields this console/)).textContent).not.toMatch(/secret/);
    await user.click(screen.getByRole("tab", { name: "Form" }));
    await user.click(await screen.findByRole("radio", { name: "Replace" }));
    await user.type(screen.getByLabelText("Secret", { selector: "input" }), "new one");
    expect(screen.getByRole("region", { name: "Your changes" }).textContent).not.toContain("new one");
    await user.click(screen.getByRole("tab", { name: "JSON" }));
    const area = await screen.findByLabelText<HTMLTextAreaElement>("Webhook verification as JSON");
    expect(JSON.parse(area.value)).toEqual({ ...stored, secret: "‹secret›" });
    expect(screen.getByText(/Leave ‹secret› to keep the secret/)).toBeDefined();
    await user.type(area, " ");
    // Cause: JSON that was typed filled the form anew, without the secret. Law: what was typed stays and is shown.
    await user.click(screen.getByRole("tab", { name: "Form" }));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Replace" }).checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>("Secret", { selector: "input" }).value).toBe("new one");
    await user.click(screen.getByRole("tab", { name: /^Diff/ }));
    await screen.findByRole("region", { name: "What will be sent" });
    expect(container.querySelector('[role="tabpanel"]')?.textContent).not.toContain("new one");
    await user.click(screen.getByRole("button", { name: "Copy as" }));
    await user.click(await screen.findByRole("menuitem", { name: "JSON" }));
    await screen.findByText("Copied as JSON. Add secret before you send it.", {
      selector: "output span",
    });
    expect(JSON.parse(await navigator.clipboard.readText())).toEqual(stored);
    await user.click(save());
    await waitFor(() => expect(sent()).toEqual([{ ...stored, secret: "new one" }]));
  });

  it("is not switched past the form either", async () => {
    open(stored);
    const turn = await screen.findByRole("button", { name: /^Turn off/ });
    expect(turn.getAttribute("aria-disabled")).toBe("true");
  });

  it.each([
    [stored, "kept" as const, { ...stored, enabled: false }],
    [{ ...stored, secret: "echoed" }, undefined, { ...stored, secret: "echoed", enabled: false }],
    [{ enabled: true, provider: "sns" }, undefined, { enabled: false, provider: "sns" }],
  ])("asks nothing for %j (%s)", async (answer, secrets, body) => {
    const { user, container } = open(answer, secrets);
    await user.click(await screen.findByLabelText("Apply to traffic"));
    await user.click(save());
    await waitFor(() => expect(sent()).toEqual([body]));
    expect(container.innerHTML).not.toContain("echoed");
  });

  // Cause: Undo wrote back what had been read, without the secret, and asked nobody. Law: a secret the service did
  // not return must be entered again or the save says so.
  it("is not left out by an undo before somebody agreed", async () => {
    const { user } = open(stored);
    await user.click(await screen.findByRole("radio", { name: "Replace" }));
    await user.type(screen.getByLabelText("Secret", { selector: "input" }), "new one");
    await user.click(screen.getByLabelText("Apply to traffic"));
    await user.click(save());
    server.answerWith(json(200, { ...stored, enabled: false }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByText(
      "Undo can’t restore everything: the service doesn’t return the secret. The secret may be deleted.",
    );
    expect(sent()).toEqual([{ ...stored, enabled: false, secret: "new one" }]);
    await user.click(screen.getByRole("button", { name: "Undo the rest" }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual(stored);
  });

  it("makes a removal final, and the dialog says so", async () => {
    const { user } = open(stored, "kept");
    await user.click(await screen.findByRole("button", { name: /^Remove…/ }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/Can’t be undone: the service doesn’t return the secret\./)).toBeDefined();
    await user.click(dialog.getByRole("button", { name: /^Remove [A-Z]/ }));
    await screen.findByText(/ removed from .*\. Can’t be undone/);
    expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  });
});

describe("a secret that was replaced in this visit", () => {
  const replace = async (user: ReturnType<typeof open>["user"], secret: string) => {
    await user.click(await screen.findByRole("radio", { name: "Replace" }));
    await user.type(screen.getByLabelText("Secret", { selector: "input" }), secret);
    await user.click(save());
    await waitFor(() => expect(sent().at(-1)).toMatchObject({ secret }));
    await waitFor(() => expect(screen.queryByRole("radio", { name: "Replace", checked: true })).toBeNull());
  };
  const restore = async (user: ReturnType<typeof open>["user"], name: RegExp) => {
    await user.click(await screen.findByRole("button", { name: "Restore Webhook verification" }));
    await user.click((await screen.findAllByRole("menuitem", { name }))[0]!);
  };

  // Cause: a restore kept the new secret and said "The stored secret stays as it is." Law: it brings back what is known, and
  // says what it can't.
  it("is not what it was when opened, and a restore says so", async () => {
    const { user } = open({ ...stored, enabled: false }, "kept");
    await replace(user, "wrong");
    await restore(user, /^When opened, /);
    await screen.findByText(
      "Not everything is restored: the service doesn’t return the secret. The current secret stays.",
    );
    expect(sent()).toHaveLength(1);
  });

  it("is restored where this visit wrote it", async () => {
    const { user } = open({ ...stored, enabled: false }, "kept");
    await replace(user, "right");
    await replace(user, "wrong");
    await restore(user, /^Saved /);
    expect(screen.queryByText(/Not everything is restored/)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("Secret", { selector: "input" }).value).toBe("right");
    await user.click(save());
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()[2]).toEqual({ ...stored, enabled: false, secret: "right" });
  });
});

describe("a secret that the service returned", () => {
  // Cause: it was sent on to whatever provider the form named. Law: kept only while that is the same.
  it("goes to no other provider", async () => {
    const { user, container } = open({ ...stored, secret: "echoed" });
    await user.clear(await screen.findByRole("combobox", { name: "Provider" }));
    await user.type(screen.getByRole("combobox", { name: "Provider" }), "stripe");
    await user.click(save());
    await screen.findByText(/^Enter the secret again: the stored one belongs/);
    expect(sent()).toEqual([]);
    await user.click(screen.getByRole("radio", { name: "Replace" }));
    await user.type(screen.getByLabelText("Secret", { selector: "input" }), "of stripe");
    await user.click(save());
    await waitFor(() => expect(sent()).toEqual([{ enabled: true, provider: "stripe", secret: "of stripe" }]));
    expect(container.innerHTML).not.toContain("echoed");
  });
});
