import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { testedModule } from "#testing/edited-module.tsx";

const oauth = testedModule("oauth");
beforeAll(() => import("#editing/diff-tab.tsx"));

const member = (more: object) => ({
  client_id: "id",
  client_secret: "kept",
  scopes: ["read:user"],
  email_domains: [],
  ...more,
});
const put = (more: object) => oauth.put({ enabled: true, provider: { google: member(more) } });
const google = async () => (await oauth.get())["provider"] as { google: unknown };
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: "input" });
const press = (name: string | RegExp) => screen.getByRole("button", { name });
const toast = (text: RegExp) => screen.findByText(text, { selector: "output span" });

/** Adds a domain and saves it. */
async function savedDomain(more = {}) {
  await put(more);
  const { user, router } = await oauth.open();
  await waitFor(() => expect(input("Email domains")).toBeDefined());
  await user.type(input("Email domains"), "ok.example{Enter}");
  await user.click(press("Save"));
  await toast(/^OAuth saved on /);
  const undo = async () => {
    await user.click(press("Undo"));
    await toast(/^Undone: /);
  };
  return { user, undo, router };
}

function expectNothingElsewhere() {
  expect(screen.queryByText(/elsewhere/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Use theirs" })).toBeNull();
}

// Cause: an undo was taken over by whole fields of the form alone, so beside an edit in the same field (Scopes, of the provider)
// it was told as somebody else's change. Law: who changed what is said as it was; the diff shows what will be sent.
it("takes an own undo over beside what is edited in the same field, and calls it nobody else’s", async () => {
  const { user, undo } = await savedDomain();
  await user.type(input("Scopes"), "user:email{Enter}");
  await undo();
  expectNothingElsewhere();
  expect(screen.queryByRole("button", { name: "Remove ok.example" })).toBeNull();
  expect(screen.getByRole("button", { name: "Remove user:email" })).toBeDefined();
  await user.click(press(/^Review diff/));
  const sent = await screen.findByRole("region", { name: /^What will be sent/ });
  expect(within(sent).getByText(/user:email/)).toBeDefined();
  expect(within(sent).queryByText(/ok\.example/)).toBeNull();
  await user.click(press("Save"));
  await waitFor(async () =>
    expect(await google()).toMatchObject({
      google: { scopes: ["read:user", "user:email"], email_domains: [] },
    }),
  );
  expect((await toast(/^OAuth saved on /)).textContent).not.toContain("elsewhere");
});

// Cause: the same, where the edit was of the very list that the undo brought back. Law: what was typed since stays, and the diff
// shows it beside what is stored.
it("keeps what was typed since into what it undoes, as a change of one’s own", async () => {
  const { user, undo } = await savedDomain();
  await user.type(input("Email domains"), "more.example{Enter}");
  await undo();
  expectNothingElsewhere();
  expect(screen.getByText("1 change")).toBeDefined();
  await user.click(press("Save"));
  await waitFor(async () =>
    expect(await google()).toMatchObject({ google: { email_domains: ["ok.example", "more.example"] } }),
  );
  expect(screen.queryByRole("dialog")).toBeNull();
});

// Cause: an undo that removed it was no case of a form with edits. Law: the same.
it("calls its own removal nobody else’s, and keeps the edits", async () => {
  const { user } = await oauth.open();
  await user.click(await screen.findByRole("radio", { name: "Google" }));
  await user.type(input("Email domains"), "ok.example{Enter}");
  await user.click(press("Save"));
  await toast(/^OAuth saved on /);
  await user.type(input("Email domains"), "more.example{Enter}");
  await user.click(press("Undo"));
  await toast(/^Undone: OAuth removed /);
  expectNothingElsewhere();
  await user.click(press("Save"));
  await waitFor(async () =>
    expect(await google()).toMatchObject({ google: { email_domains: ["ok.example", "more.example"] } }),
  );
});

// Cause: an undo told the form alone that had saved, which was gone once its page was left. Law: the same, on the page that is open.
it("takes over an undo of what was saved before the page was left", async () => {
  const { user, undo, router } = await savedDomain();
  const { pathname } = router.state.location;
  await act(() => router.navigate(pathname.replace("/oauth", "/jwt_validation")));
  await screen.findByRole("heading", { name: "JWT validation", level: 1 });
  await act(() => router.navigate(pathname));
  await screen.findByRole("button", { name: "Remove ok.example" });
  await user.type(input("Scopes"), "user:email{Enter}");
  await undo();
  expectNothingElsewhere();
  expect(screen.queryByRole("button", { name: "Remove ok.example" })).toBeNull();
  expect(screen.getByRole("button", { name: "Remove user:email" })).toBeDefined();
});
