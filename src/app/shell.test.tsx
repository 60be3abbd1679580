import { act, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Outlet, type RouteObject } from "react-router-dom";
import { request } from "#api/client.ts";
import { forgetConnection, getConnection, setConnection } from "#api/connection.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { ApiError } from "#api/errors.ts";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { describeFault } from "./error-page.tsx";
import { routes as realRoutes } from "./router.tsx";

const AT = "2026-01-02T03:04:05Z";
let server: Awaited<ReturnType<typeof startFaultServer>>;
beforeAll(async () => {
  server = await startFaultServer(json(200, {}));
});
afterAll(() => server.close());
beforeEach(() => {
  const refused = json(401, {
    status_code: 401,
    msg: "No key has this token.",
    details: { operation_id: "op_1" },
  });
  // What the shell asks beside its pages, sooner or later.
  const absent = json(404, { status_code: 404, msg: "Not found.", details: {} });
  server.answerWith((asked, response) =>
    (asked.url?.endsWith("/ended_sessions") ? absent : refused)(asked, response),
  );
  setConnection({ baseUrl: `${server.origin}/api`, key: "k", versionHeader: "V" }, { remember: true });
});
afterEach(() => {
  forgetConnection();
  delete document.documentElement.dataset["theme"];
});

function Broken(): never {
  throw new Error("planted fault");
}
const plain = (title: string) => (
  <Page title={title} crumbs={[{ label: title }]}>
    <p>text of {title}</p>
  </Page>
);

/** The real frame (guard, shell, error boundaries) around pages of our own. */
function frame(): RouteObject[] {
  const connect = realRoutes.find(({ path }) => path === "/connect");
  const shell = realRoutes.find(({ Component }) => Component?.name === "Shell");
  const children: RouteObject[] = [
    { path: "/sessions", element: plain("Sessions") },
    { path: "/keys", element: plain("Keys") },
    { path: "/keys/new", element: plain("New key") },
    { path: "/broken", element: <Broken /> },
  ];
  const boundary = shell?.children?.[0];
  const fallback = boundary?.children?.find(({ path }) => path === "*");
  if (!shell || !boundary || !fallback) throw new Error("the router has no shell");
  return [
    { path: "/connect", loader: connect?.loader, element: <p>connect page</p> },
    {
      ...shell,
      children: [{ ...boundary, children: [...children, fallback], element: <Outlet /> }],
    } as RouteObject,
  ];
}

describe("the shell", () => {
  it("guards its pages and remembers where the user was going", async () => {
    forgetConnection();
    const { router } = renderInApp(null, { path: "/keys?q=ci", routes: frame() });
    await screen.findByText("connect page");
    expect(new URLSearchParams(router.state.location.search).get("next")).toBe("/keys?q=ci");
  });

  it("names the window, marks where one is, and moves the focus to a new page", async () => {
    const { user } = renderInApp(null, { path: "/sessions", routes: frame() });
    await screen.findByText("text of Sessions");
    await waitFor(() => expect(document.title).toBe("Sessions · Gatehouse"));
    const nav = screen.getByRole("navigation", { name: "Main" });
    expect(within(nav).getByRole("link", { current: "page" }).textContent).toBe("Sessions");
    await user.click(within(nav).getByRole("link", { name: "Keys" }));
    await screen.findByText("text of Keys");
    await waitFor(() => expect(document.title).toBe("Keys · Gatehouse"));
    expect(document.activeElement).toBe(screen.getByRole("main"));
  });

  it("sends a refused key back to /connect, forgotten, with the reason", async () => {
    const { router, client } = renderInApp(null, { path: "/keys?q=ci", routes: frame() });
    await screen.findByText("text of Keys");
    client.setQueryData(["secret things"], 1);
    await act(async () => {
      await request({ method: "GET", path: "/x" }).catch(() => undefined);
    });
    await screen.findByText("connect page");
    expect(getConnection()).toBeNull();
    expect(localStorage.getItem("gatehouse.connection")).toBeNull();
    expect(client.getQueryData(["secret things"])).toBeUndefined();
    expect(router.state.location.search).toBe("?next=%2Fkeys%3Fq%3Dci");
    expect(router.state.location.state).toMatchObject({
      refused: { msg: "No key has this token.", operationId: "op_1" },
    });
  });

  it("signs out", async () => {
    const { user } = renderInApp(null, { path: "/sessions", routes: frame() });
    await user.click(await screen.findByRole("button", { name: "Sign out" }));
    await screen.findByText("connect page");
    expect(getConnection()).toBeNull();
  });

  it("keeps working around a page that breaks, and says where nothing is", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { user, router } = renderInApp(null, { path: "/broken", routes: frame() });
    expect((await screen.findByRole("alert")).textContent).toContain("planted fault");
    expect(screen.getByRole("button", { name: "Copy details" })).toBeDefined();
    await user.click(screen.getByRole("link", { name: "Keys" }));
    await screen.findByText("text of Keys");
    await act(() => router.navigate("/nowhere"));
    await screen.findByText("There is no page at /nowhere");
    vi.restoreAllMocks();
  });

  it("keeps the theme on this device, and system keeps nothing", async () => {
    const { user } = renderInApp(null, { path: "/sessions", routes: frame() });
    const choose = async (now: string, next: string) => {
      await user.click(await screen.findByRole("button", { name: `Theme: ${now}` }));
      await user.click(screen.getByRole("menuitem", { name: next }));
    };
    await choose("system", "Dark theme");
    expect(document.documentElement.dataset["theme"]).toBe("dark");
    expect(localStorage.getItem("gatehouse.theme")).toBe("dark");
    await choose("dark", "System theme");
    expect(document.documentElement.dataset["theme"]).toBeUndefined();
    expect(localStorage.getItem("gatehouse.theme")).toBeNull();
  });
});

// Cause: until the palette's code was there its first letters went to the page, and the rest found nothing. Law: nothing typed is lost.
it("has what was typed before it was there", async () => {
  // On a busy machine a refused key led away before it was there.
  server.answerWith(() => undefined);
  const { user } = renderInApp(null, { path: "/sessions", routes: frame() });
  await screen.findByText("text of Sessions");
  await user.keyboard("{Control>}k{/Control}fra-gx");
  await user.keyboard("{Backspace}w");
  const field = await screen.findByRole<HTMLInputElement>("combobox", { name: "Find or do" });
  await user.keyboard("-01");
  await waitFor(() => expect(field.value).toBe("fra-gw-01"));
});

describe("the palette", () => {
  it("opens by keyboard, filters, moves, goes, and says when nothing matches", async () => {
    // Its lists stay under way.
    server.answerWith(() => undefined);
    const { user } = renderInApp(null, { path: "/sessions", routes: frame() });
    await screen.findByText("text of Sessions");
    await user.keyboard("{Control>}k{/Control}");
    const box = await screen.findByRole("combobox");
    expect(document.activeElement).toBe(box);
    await user.keyboard("zzz");
    // Cause: there was "no match" while no list was loaded. Law: what was not looked at is not said to hold nothing.
    expect(screen.getByText("No match so far for “zzz”")).toBeDefined();
    await user.clear(box);
    await user.keyboard("key{ArrowDown}{ArrowDown}");
    const option = screen.getByRole("option", { selected: true });
    expect(option.textContent).toContain("Create key");
    expect(box.getAttribute("aria-activedescendant")).toBe(option.id);
    await user.keyboard("{Enter}");
    await screen.findByText("text of New key");
    await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
    await user.keyboard("{Control>}k{/Control}");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
  });
});

// Cause: a name was found only among the pages visited so far, until a button was pressed. Law: a search finds what there is.
it("reads each list once when a search pauses, and finds what is in them", async () => {
  const made = {
    id: "ak_1",
    uri: "/",
    description: "nightly backup",
    metadata: "",
    created_at: AT,
    owner_id: "usr_1",
  };
  server.answerWith((incoming, response) => {
    const path = incoming.url?.split("?")[0] ?? "";
    const keys = { keys: [{ ...made, token: null }], uri: "/", next_page_uri: null };
    return json(path.endsWith("/api_keys") ? 200 : 404, keys)(incoming, response);
  });
  const { user } = renderInApp(null, { path: "/sessions", routes: frame() });
  await screen.findByText("text of Sessions");
  await user.keyboard("{Control>}k{/Control}");
  const box = await screen.findByRole("combobox");
  const asked = () => server.seen.filter(({ url }) => url.includes("/api_keys")).length;
  const before = asked();
  await user.keyboard("n");
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(asked()).toBe(before);
  await user.keyboard("ightly b");
  const [found] = await screen.findAllByRole("option", { name: /nightly backup/ });
  expect(found?.textContent).toContain("Key");
  expect(document.activeElement).toBe(box);
  await user.keyboard("ackup");
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(asked()).toBe(before + 1);
});

// Cause: "Load all" went with the focus in it. Law: the focus is never lost.
it("goes on in the palette's field once its lists are asked for", async () => {
  // They stay under way.
  server.answerWith(() => undefined);
  const { user } = renderInApp(null, { path: "/sessions", routes: frame() });
  await screen.findByText("text of Sessions");
  await user.keyboard("{Control>}k{/Control}");
  const box = await screen.findByRole("combobox");
  await user.click(screen.getByRole("button", { name: "Load all" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Load all" })).toBeNull());
  expect(document.activeElement).toBe(box);
});

describe("what a page says", () => {
  const error = new ApiError({
    kind: "http",
    method: "GET",
    path: "/x",
    status: 500,
    msg: "The service failed.",
    code: "ERR_X_9",
    operationId: "op_2nXdQ3456789KqAb",
  });

  it("of a failure: all there is, and another try", async () => {
    const retry = vi.fn<() => void>();
    const { user } = renderInApp(<ErrorNote error={error} tried="load sessions" onRetry={retry} />);
    const note = await screen.findByRole("alert");
    for (const part of [
      "Could not load sessions",
      "The service failed.",
      "Status 500",
      "ERR_X_9",
      "You can safely try again.",
    ])
      expect(note.textContent).toContain(part);
    expect(within(note).getByRole("button", { name: "Copy op_2nXdQ3456789KqAb" })).toBeDefined();
    await user.click(within(note).getByRole("button", { name: "Try again" }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it("of its age", async () => {
    const now = Date.now();
    const of = (query: object, held = false) => (
      <Freshness
        held={held}
        query={{ dataUpdatedAt: now, isFetching: false, error: null, refetch: () => undefined, ...query }}
      />
    );
    const { container } = renderInApp(
      <>
        {of({ dataUpdatedAt: now - 4500 })}
        {of({ dataUpdatedAt: now - 40_500, error })}
        {of({ dataUpdatedAt: 0 })}
        {of({}, true)}
      </>,
    );
    await waitFor(() => expect(container.textContent).toContain("as of 4 s ago"));
    expect(container.textContent).toMatch(/Not refreshed for 40 s, showing .* \(The service failed\.\)/);
    expect(container.textContent).toContain("loading");
    expect(container.textContent).toContain("refresh paused");
  });

  it("of a chunk that is gone", () => {
    expect(describeFault(new TypeError("Failed to fetch dynamically imported module: /a.js")).what).toContain(
      "could not be loaded",
    );
    expect(describeFault("odd").what).toBe("odd");
  });
});
