// Cause: a form that had just opened sent its draft to be previewed while fields were missing, and was refused (400). Law: nothing is
// sent of which the console knows that it will be refused.
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { testedModule } from "#testing/edited-module.tsx";

const module = testedModule("oidc");

it("asks for no preview of a draft that has faults", async () => {
  const asked: string[] = [];
  const own = globalThis.fetch;
  const watched = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const sent = JSON.stringify([input, init?.body]);
    if (sent.includes("/traffic_previews")) asked.push(sent);
    return own(input, init);
  });
  const { user } = await module.open({ baseUrl: `${module.service.origin}/api`, edge: { unapplied: [] } });
  const issuer = await screen.findByLabelText("Issuer");
  await user.type(screen.getByLabelText(/^Client I?d$/i), "reports");
  await user.type(screen.getByLabelText("Client secret", { selector: "input" }), "second");
  await user.click(issuer);
  await user.paste("https://login.example.com");
  await waitFor(() => expect(asked).not.toEqual([]));
  expect(asked.filter((draft) => !draft.includes("https://login.example.com"))).toEqual([]);
  watched.mockRestore();
});
