// Cause: from the request that a test had sent, Back led to the page without the dialog: URL, headers and body were gone. Law: what was
// typed is there for whoever comes back.
import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { createQueryClient } from "#api/query-client.ts";
import { renderInApp } from "#testing/render.tsx";
import { TestButton } from "./test-button.tsx";
import { newDraft } from "./test-draft.ts";

it("is open with what was typed for whoever comes back, until it is closed", async () => {
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, edge: { unapplied: [] } });
  const element = (
    <TestButton label="Test…" title="Send a test request" start={() => newDraft("https://a.example/")} />
  );
  const routes = [
    { path: "/route", element },
    { path: "/request", element: <p>Request</p> },
  ];
  const { user, router } = renderInApp(null, { path: "/route", routes, client });
  const awayAndBack = async () => {
    await act(() => router.navigate("/request"));
    await screen.findByText("Request");
    await act(() => router.navigate(-1));
  };
  const url = () => screen.findByRole<HTMLInputElement>("textbox", { name: "URL" });
  await user.click(await screen.findByRole("button", { name: "Test…" }));
  await user.type(await url(), "reports?x=1");
  await awayAndBack();
  expect((await url()).value).toBe("https://a.example/reports?x=1");
  await user.click(screen.getByRole("button", { name: "Close" }));
  await awayAndBack();
  await user.click(await screen.findByRole("button", { name: "Test…" }));
  expect((await url()).value).toBe("https://a.example/");
});
