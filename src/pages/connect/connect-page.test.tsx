import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_CONFIG, appConfigQuery } from "#api/app-config.ts";
import { forgetConnection, getConnection, getRemembered, setConnection } from "#api/connection.ts";
import { takeSignInLink } from "#api/sign-in-link.ts";
import { createQueryClient } from "#api/query-client.ts";
import { json, startFaultServer, text } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component as ConnectPage } from "./connect-page.tsx";

const list = { tunnel_sessions: [], uri: "/tunnel_sessions", next_page_uri: null };
const refusedBody = (code: string, status: number, msg: string) => ({
  error_code: code,
  status_code: status,
  msg,
  details: { operation_id: "op_2nXdQ3456789KqAb" },
});
let server: Awaited<ReturnType<typeof startFaultServer>>;

beforeAll(async () => {
  server = await startFaultServer(json(200, list));
});
afterAll(() => server.close());
beforeEach(() => {
  server.answerWith(json(200, list));
  server.seen.length = 0;
});
afterEach(forgetConnection);

function show(path = "/connect", baseUrl = `${server.origin}/api`, more: { forwards?: true } = {}) {
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, ...more, baseUrl });
  const routes = [
    { path: "/connect", element: <ConnectPage /> },
    { path: "*", element: <p>inside</p> },
  ];
  return renderInApp(null, { path, routes, client });
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const errorOf = (name: string) =>
  document.getElementById(field(name).getAttribute("aria-describedby") ?? "")?.textContent ?? "";

describe("connecting", () => {
  it("tries the key with a real read, keeps it in this tab and goes where the user wanted", async () => {
    const { user, router } = show("/connect?next=%2Fkeys%3Fq%3Dci");
    await user.type(field("API key"), " gh2_right {Enter}");
    await screen.findByText("inside");
    expect(router.state.location).toMatchObject({ pathname: "/keys", search: "?q=ci", state: null });
    expect(getConnection()).toEqual({
      baseUrl: `${server.origin}/api`,
      key: "gh2_right",
      versionHeader: "Service-Version",
    });
    expect(getRemembered()).toBeNull();
    const [seen] = server.seen.filter(({ method }) => method === "GET");
    expect(seen).toMatchObject({ url: "/api/tunnel_sessions?limit=1" });
    expect(seen?.headers.authorization).toBe("Bearer gh2_right");
  });

  it("remembers only when asked", async () => {
    const { user } = show();
    await user.type(field("API key"), "gh2_right");
    await user.click(screen.getByRole("checkbox", { name: "Remember on this device" }));
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    await screen.findByText("inside");
    expect(getRemembered()?.key).toBe("gh2_right");
  });
});

// Cause: a link carried the key, which the browser had written into its history before any script ran. Law: a link carries
// a code, which the page exchanges once, and says what to do when it can't.
describe("a sign-in link", () => {
  const open = (url: string, path?: string) => {
    window.history.replaceState(null, "", url);
    takeSignInLink();
    return show(path);
  };
  const gone = json(410, refusedBody("ERR_GATEHOUSE_9018", 410, "Used or expired."));

  it("signs in with the key that its code is exchanged for, once, and goes where the user wanted", async () => {
    server.answerWith((request, response) =>
      request.url === "/api/sign_in_codes/exchange"
        ? json(200, { api_key: "gh2_linked" })(request, response)
        : json(200, list)(request, response),
    );
    const { router } = open("/connect?next=%2Fkeys#code=c0de", "/connect?next=%2Fkeys");
    await screen.findByText("inside");
    expect(router.state.location.pathname).toBe("/keys");
    expect(getConnection()).toMatchObject({ baseUrl: `${server.origin}/api`, key: "gh2_linked" });
    const exchanges = server.seen.filter(({ method }) => method === "POST");
    expect(exchanges).toMatchObject([{ url: "/api/sign_in_codes/exchange", body: '{"code":"c0de"}' }]);
    expect(exchanges[0]?.headers).not.toHaveProperty("authorization");
    const urls = [window.location.href, ...server.seen.map(({ url }) => url)];
    expect(JSON.stringify([urls, router.state.location])).not.toMatch(/gh2_linked|c0de/);
  });

  it("also signs in when it is opened while the page is", async () => {
    server.answerWith(gone);
    open("/connect");
    window.history.replaceState(null, "", "/connect#code=c0de");
    takeSignInLink();
    window.dispatchEvent(new PopStateEvent("popstate"));
    expect(await screen.findByText(/already used or has expired/)).toBeDefined();
    expect(server.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it.each([
    ["was used or is old", gone, /already used or has expired.*10 minutes.*npm start -- --link/],
    ["is of a service without codes", json(404, { status_code: 404, msg: "No." }), /no sign-in links.*Paste/],
  ])("that %s says so, and the key can be typed", async (_, answer, words) => {
    server.answerWith(answer);
    const { user } = open("/connect#code=c0de");
    expect((await screen.findByRole("alert")).textContent).toMatch(words);
    server.answerWith(json(200, list));
    await user.type(field("API key"), "gh2_typed{Enter}");
    await screen.findByText("inside");
    expect(getConnection()?.key).toBe("gh2_typed");
  });

  it("with a key in it is of old: the key is used nowhere", async () => {
    open("/connect#key=gh2_linked");
    expect((await screen.findByRole("alert")).textContent).toMatch(
      /no longer carry the key.*npm start -- --link/,
    );
    expect([server.seen, getConnection(), field("API key").value]).toEqual([[], null, ""]);
    expect(window.location.href).not.toContain("gh2_linked");
  });
});

describe("a failure is shown where it belongs and keeps what was typed", () => {
  // The status is in no sentence; it is told below, for support.
  const cases: [string, Parameters<typeof server.answerWith>[0], string, RegExp, string?][] = [
    [
      "wrong key",
      json(401, refusedBody("ERR_GATEHOUSE_203", 401, "No key has this token.")),
      "API key",
      /refused this key: No key has this token/,
      "Status 401",
    ],
    [
      "wrong key, family style",
      json(403, refusedBody("ERR_X_203", 403, "Not valid.")),
      "API key",
      /refused this key: Not valid/,
      "Status 403",
    ],
    [
      "wrong path",
      json(404, { status_code: 404, msg: "Not Found", details: {} }),
      "Service address",
      /There is no management API at \/api: Not Found/,
      "Status 404",
    ],
    ["garbage", text(200, "<html>"), "Service address", /not the management API\. It sent text\/html/],
    [
      "lost connection",
      (request) => request.socket.destroy(),
      "Service address",
      /No connection to 127.*CORS/,
    ],
    [
      "version",
      json(400, refusedBody("ERR_GATEHOUSE_218", 400, "Send Other-Version.")),
      "Version header",
      /refused “Service-Version: 2”: Send Other-Version/,
      "Status 400",
    ],
  ];
  it.each(cases)("%s", async (_, answer, at, words, status) => {
    server.answerWith(answer);
    const { user } = show();
    await user.type(field("API key"), "gh2_typed{Enter}");
    await waitFor(() => expect(errorOf(at)).toMatch(words));
    expect(screen.queryByText(/^Status \d+$/)?.textContent).toBe(status);
    await waitFor(() => expect(document.activeElement).toBe(field(at)));
    expect(field(at).getAttribute("aria-invalid")).toBe("true");
    expect(field("API key").value).toBe("gh2_typed");
    expect(field("Service address").value).toBe(`${server.origin}/api`);
    expect(document.body.textContent).not.toContain("gh2_typed");
    expect(getConnection()).toBeNull();
    server.answerWith(json(200, list));
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    await screen.findByText("inside");
  });

  it.each([
    [
      "500",
      json(500, refusedBody("ERR_GATEHOUSE_9005", 500, "The service failed.")),
      /The service failed\..*Status 500.*ERR_GATEHOUSE_9005/,
    ],
    ["502", text(502, "Bad Gateway"), /The service gave no reason\..*Status 502/],
    ["drift", json(200, { tunnel_sessions: [{ id: 4 }] }), /At tunnel_sessions\[0\]\.id: expected string/],
  ])("%s, above the form", async (_, answer, words) => {
    server.answerWith(answer);
    const { user } = show();
    await user.type(field("API key"), "gh2_typed{Enter}");
    expect((await screen.findByRole("alert")).textContent).toMatch(words);
    expect(field("API key").value).toBe("gh2_typed");
    expect(document.body.textContent).not.toContain("gh2_typed");
  });

  // Cause: of an --upstream without its path, the right path in the field was said to be wrong. Law: what is to be checked is what the
  // user can get wrong: behind a host that forwards, where it forwards to; elsewhere, the path in the field.
  it.each([
    ["the address that is forwarded to", "/api", "Check --upstream. It often ends in /api."],
    ["the path of another one", "/else", "Check the path. It often ends in /api."],
  ])("asks to check %s", async (_, path, words) => {
    const { user } = show("/connect", `${server.origin}/api`, { forwards: true });
    await user.clear(field("Service address"));
    await user.type(field("Service address"), `${server.origin}${path}`);
    for (const answer of [json(404, { status_code: 404, msg: "No." }), text(200, "<html>")]) {
      server.answerWith(answer);
      await user.type(field("API key"), "gh2_typed{Enter}");
      await waitFor(() => expect(errorOf("Service address")).toContain(words));
    }
  });

  it("what can be seen without asking is not sent", async () => {
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    expect(errorOf("API key")).toContain("Paste an API key.");
    expect(server.seen).toEqual([]);
  });

  // Cause: code and operation id stood in the open, and "Ask an admin for a new key." behind the service's own advice. Law: one
  // thing to do, in the service's words; what is for support is under "Details".
  it("gives code and operation id to copy, under Details", async () => {
    server.answerWith(json(401, refusedBody("ERR_GATEHOUSE_203", 401, "No.")));
    const { user } = show();
    await user.type(field("API key"), "gh2_typed{Enter}");
    await waitFor(() => expect(errorOf("API key").trim()).toBe("The service refused this key: No."));
    expect(screen.getByText("ERR_GATEHOUSE_203").closest("details")?.open).toBe(false);
    await user.click(screen.getByText("Details"));
    expect(await screen.findByRole("button", { name: "Copy op_2nXdQ3456789KqAb" })).toBeDefined();
    expect(screen.getByText("ERR_GATEHOUSE_203")).toBeDefined();
  });
});

describe("the page", () => {
  it("shows what was typed as a key only on request", async () => {
    const { user } = show();
    expect(field("API key").type).toBe("password");
    await user.click(screen.getByRole("button", { name: "Show key" }));
    expect(field("API key").type).toBe("text");
    await user.click(screen.getByRole("button", { name: "Hide key" }));
    expect(field("API key").type).toBe("password");
  });

  it("says why a key in use was refused, at its service", async () => {
    const { router } = show("/sessions");
    await router.navigate("/connect", {
      state: {
        refused: {
          msg: "No key has this token.",
          status: 403,
          operationId: "op_2nXdQ3456789KqAb",
          baseUrl: "https://b.example/api",
        },
      },
    });
    await waitFor(() =>
      expect(errorOf("API key")).toContain("no longer accepts your key: No key has this token."),
    );
    // For support, outside of the sentence.
    expect(screen.getByText("Status 403")).toBeDefined();
    expect(field("Service address").value).toBe("https://b.example/api");
  });

  it("offers to go on with the key this browser holds, or to sign out", async () => {
    setConnection({ baseUrl: `${server.origin}/api`, key: "k", versionHeader: "V" }, { remember: true });
    const { user } = show();
    expect(screen.getByText(/signed in to 127\.0\.0\.1/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Sign out" }));
    expect(getRemembered()).toBeNull();
    expect(screen.queryByText(/signed in to/)).toBeNull();
  });
});
