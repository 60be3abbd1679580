import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { ruleOf } from "#testing/ip-rule-arbitraries.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService, type TestService } from "#testing/service.ts";
import { setOwnAddress } from "./own-address.ts";
import { useRiskCheck } from "./risk-check.tsx";

// Cause: no warning came before the address was typed in. Law: lock-out warnings work unasked (decisions/ip-rules/own-address.md).

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => {
  setOwnAddress("");
  forgetConnection();
});

const LOCKED = "This locks you out.";
const warning = async () => (await screen.findByText(LOCKED)).parentElement?.textContent;
const before = [ruleOf("1", "127.0.0.0/8", "allow"), ruleOf("2", "203.0.113.0/24", "allow")];
const Question = ({ after }: { after: typeof before }) =>
  useRiskCheck({ before, after, nameOf: () => "Office" }).question;
const show = (baseUrl: string, key: string, after = before.slice(1)) => {
  setConnection({ baseUrl, key, versionHeader: "Service-Version" }, { remember: false });
  return renderInApp(<Question after={after} />);
};

it("warns by the address that the service sees", async () => {
  show(`${service.origin}/api`, service.key);
  expect(await warning()).toBe(
    "This locks you out. Your address 127.0.0.1 is allowed by Office now, and will be blocked wherever it is used.",
  );
});

it("goes by the address that was typed in, where there is one", async () => {
  setOwnAddress("203.0.113.9");
  show(`${service.origin}/api`, service.key, before.slice(0, 1));
  expect(await warning()).toContain("Your address 203.0.113.9");
});

it("says that nothing was checked where the service does not tell, also when it fails", async () => {
  const other = await startFaultServer(json(404, { status_code: 404, msg: "Not Found" }));
  try {
    for (const status of [404, 405, 403, 500]) {
      other.answerWith(json(status, { status_code: status, msg: "No" }));
      const { unmount } = show(other.origin, "k");
      await waitFor(() => expect(screen.getByText(/^Your own address is unknown/)).toBeDefined());
      expect(screen.queryByText(LOCKED)).toBeNull();
      unmount();
    }
  } finally {
    await other.close();
  }
});
