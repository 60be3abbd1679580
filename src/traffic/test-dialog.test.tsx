// Cause: whether a draft lets somebody in was seen once it was saved. Law: the real edge answers, each step that the request
// passed is shown in its order, and a draft that had no part in it is said (docs/decisions/edge/test-requests.md).
import * as fc from "fast-check";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeWorld } from "#service/testing/conformance/world.ts";
import { connectedApp } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { httpEvent } from "#testing/traffic-events.ts";
import { TestDialog } from "./test-dialog.tsx";
import { newDraft, replayOf, requestOf, urlOf } from "./test-draft.ts";

const app = connectedApp();

// Cause: a new request accepted */* only, so a login answered it 401, where a browser gets 302 or 503. Law: what is tried is
// what a visitor meets.
it("starts as a browser does: it accepts pages", () => {
  const { headers } = requestOf(newDraft("https://shop.example/a")).body;
  expect(headers).toMatchObject({ Accept: [expect.stringMatching(/^text\/html,/)] });
});

// Cause: a test request named the address without the port of its edge, so that a login sent visitors back to where nobody listens.
// Law: it goes to the address that visitors open.
it.each([
  [["shop.example:443"], "/a", 4281, "https://shop.example:4281/a"],
  [["shop.example:443"], "/a", 443, "https://shop.example/a"],
  [["shop.example:443"], "other.example/x", undefined, "https://shop.example/"],
  [["*.shop.example:8443"], "/", undefined, "https://test.shop.example:8443/"],
  [null, "/a", 4281, ""],
])("of an edge at %j with %s and port %s it begins at %s", (hostports, match, port, url) => {
  expect(urlOf({ hostports }, match, port)).toBe(url);
});

// Cause: “your app answers it” was said also where a module blocks the request. Law: what is said holds.
it("does not promise an answer of the app", async () => {
  renderInApp(<TestDialog title="Send a test request" start={newDraft("")} onClose={() => undefined} />);
  expect(await screen.findByText(/Your app gets it unless a module blocks it\./)).toBeDefined();
});

// Cause: a body that is too long was refused as base64, which nobody had typed. Law: it is told before it is sent, as what it is.
it("says that a body is too long before it is sent", async () => {
  const body = "é".repeat(131_073);
  const start = { ...newDraft("https://shop.example/a"), body };
  renderInApp(<TestDialog title="Send a test request" start={start} onClose={() => undefined} />);
  expect(await screen.findByText("The body is longer than 256 KiB.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Send" }).getAttribute("aria-disabled")).toBe("true");
});

// Cause: a wrong address was refused as client_ip, which nobody had typed, and at no field. Law: a fault is at its field, in its words.
it("says at its field that an IP address is none, before it is sent", async () => {
  const start = { ...newDraft("https://shop.example/a"), clientIp: "999.1.1.1" };
  const { user } = renderInApp(
    <TestDialog title="Send a test request" start={start} onClose={() => undefined} />,
  );
  const field = await screen.findByRole("textbox", { name: "Visitor’s IP address" });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Invalid IP address. Example: 203.0.113.7")).toBeDefined();
  const send = screen.getByRole("button", { name: "Send" });
  expect(send.getAttribute("aria-disabled")).toBe("true");
  await user.clear(field);
  expect([field.getAttribute("aria-invalid"), send.getAttribute("aria-disabled")]).not.toContain("true");
});

// Cause: without a URL Send answered "url must be an HTTP or HTTPS URL". Law: what is missing is told before it is sent.
it("asks for a URL before it sends", async () => {
  const { user } = renderInApp(
    <TestDialog title="Send a test request" start={newDraft("")} onClose={() => undefined} />,
  );
  const send = screen.getByRole("button", { name: "Send" });
  expect(send.getAttribute("aria-disabled")).toBe("true");
  await user.type(screen.getByRole("textbox", { name: "URL" }), "https://shop.example/");
  expect(send.getAttribute("aria-disabled")).not.toBe("true");
});

it("shows the steps of a request with the draft, then as saved", async () => {
  const world = makeWorld(app);
  const { id: edge_id } = await world.make("/edges/https", {}, { hostports: ["shop.example:443"] });
  const { id } = await world.make("/edges/https/{edge_id}/routes", { edge_id }, { match: "/a" });
  const draft = { owner_id: id, kind: "user_agent_filter", request: { deny: ["Gatehouse"] } };
  const { user } = renderInApp(
    <TestDialog
      title="Send a test request"
      start={newDraft("https://shop.example/a")}
      module={{ draft, title: "User agent filter" }}
      onClose={() => undefined}
    />,
  );
  const steps = async () =>
    within(await screen.findByRole("region", { name: "Steps" }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent.replace(/[\d.]+ ms$/, ""));
  await user.click(await screen.findByRole("button", { name: "Send" }));
  expect(await steps()).toEqual([
    expect.stringContaining("Route"),
    "User agent filterBlockMatches deny Gatehouse",
    expect.stringMatching(/^Answer403 refused/),
  ]);
  await user.click(screen.getByRole("radio", { name: "As saved" }));
  await user.click(screen.getByRole("button", { name: "Send" }));
  await screen.findByText("503 error");
  expect(await steps()).toEqual([
    expect.stringContaining("Route"),
    expect.stringMatching(/^Answer503 error/),
  ]);

  await user.click(screen.getByRole("radio", { name: "With your draft" }));
  const url = screen.getByLabelText("URL");
  await user.clear(url);
  await user.type(url, "https://shop.example/b");
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText(/your draft was not part of it/)).toBeDefined();
  await user.clear(url);
  await user.type(url, "shop.example");
  await user.click(screen.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText(/Example: https:\/\/shop.example.com\/orders/)).toBeDefined();
});

// Cause: a result said nothing of what it was sent with, so the draft's block stood under "As saved". Law: a result is shown
// under its own mode only, also when its reply comes after the other mode was chosen.
it("shows a result under the mode it was sent with only", async () => {
  const world = makeWorld(app);
  const { id: edge_id } = await world.make("/edges/https", {}, { hostports: ["modes.example:443"] });
  const { id } = await world.make("/edges/https/{edge_id}/routes", { edge_id }, { match: "/a" });
  const draft = { owner_id: id, kind: "user_agent_filter", request: { deny: ["Gatehouse"] } };
  const { user } = renderInApp(
    <TestDialog
      title="Send a test request"
      start={newDraft("https://modes.example/a")}
      module={{ draft, title: "User agent filter" }}
      onClose={() => undefined}
    />,
  );
  const choose = (name: string) => user.click(screen.getByRole("radio", { name }));
  await user.click(await screen.findByRole("button", { name: "Send" }));
  await choose("As saved");
  expect(screen.queryByRole("region", { name: "Steps" })).toBeNull();
  const sender = screen.getByRole("button", { name: "Send" });
  await waitFor(() => expect(sender.getAttribute("aria-busy")).toBeNull());
  expect(screen.queryByRole("region", { name: "Steps" })).toBeNull();
  await choose("With your draft");
  expect(screen.getByText(/^403/)).toBeDefined();
  await choose("As saved");
  expect(screen.queryByText(/^403/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText(/^503/)).toBeDefined();
  await choose("With your draft");
  expect(screen.queryByText(/^503/)).toBeNull();
});

it("a replay sends what was kept, byte for byte, and names the rest", () => {
  const header = fc.stringMatching(/^[!-~]([ -~]{0,10}[!-~])?$/);
  const body = fc.oneof(
    fc.uint8Array({ minLength: 1 }),
    fc.string({ minLength: 1 }).map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(fc.array(header, { minLength: 1, maxLength: 3 }), body, (values, bytes) => {
      const content = Buffer.from(bytes).toString("base64");
      const again = replayOf(
        httpEvent({
          "http.request.method": "put",
          "http.request.body_length": bytes.length,
          "gatehouse.capture.request.headers": { "X-A": values, Host: ["a"], Cookie: ["redacted"] },
          "gatehouse.capture.request.content": content,
          "gatehouse.redacted": ["capture.request.headers.Cookie"],
        }),
      );
      expect(again?.leftOut).toEqual(["Cookie"]);
      expect(again && requestOf(again.draft)).toEqual({
        body: {
          url: "https://shop.example.com:443/orders",
          method: "PUT",
          headers: { "X-A": values },
          content,
          client_ip: "203.0.113.7",
        },
        unread: [],
      });
    }),
  );
});

// Cause: a replay said that it does not send the secrets of URL and body, and the app got "redacted" as token and password. Law:
// what stands in place of a secret is named, and sent only when that was asked for.
it("asks before it sends a placeholder in place of a secret", async () => {
  const replay = replayOf(
    httpEvent({
      "http.request.method": "post",
      "http.request.url.raw": "https://nobody.example/?a=1&api.key=redacted&token=redacted",
      "http.request.body_length": 30,
      "gatehouse.capture.request.content": Buffer.from('{"password":"redacted"}').toString("base64"),
      "gatehouse.redacted": [
        "http.request.url.query.api.key",
        "http.request.url.query.token",
        "capture.request.content.password",
      ],
    }),
  );
  if (!replay) throw new Error("It is no HTTP.");
  const { draft: start, ...rest } = replay;
  expect(rest.leftOut).toEqual([]);
  const { user } = renderInApp(
    <TestDialog title="Replay" start={start} {...rest} onClose={() => undefined} />,
  );
  const said = (names: string) =>
    expect(screen.getByText(/^Secrets are not kept/).textContent).toContain(
      `The word redacted is in place of: ${names}. Replace it before you send.`,
    );
  said("api.key in the URL, token in the URL, password in the body");
  const type = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label));
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  };
  await type("URL", "https://nobody.example/?a=1&api.key=redacted&token=t1");
  said("api.key in the URL, password in the body");
  await user.click(screen.getByRole("button", { name: "Send…" }));
  const asked = await screen.findByRole("dialog", { name: "Send “redacted” in place of secrets?" });
  expect(asked.textContent).toContain("Your app gets this word as api.key in the URL, password in the body.");
  await user.click(within(asked).getByRole("button", { name: "Cancel" }));
  await type("URL", "https://nobody.example/?a=1&api.key=k1&token=t1");
  await type("Body", "p1");
  expect(screen.queryByText(/Secrets are not kept/)).toBeNull();
  expect(screen.getByRole("button", { name: "Send" })).toBeDefined();
});
