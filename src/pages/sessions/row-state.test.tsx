// Cause: minutes after an updated agent was stopped, its status became that of the update, cut off in its column. Law: how
// and when an agent left is said first and stays; what waits for it is said after.
import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import { answered } from "#fleet/action.ts";
import { observe } from "#fleet/observe.ts";
import { startAction, withAnswer } from "#fleet/start-action.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { clockMinute } from "#ui/time.tsx";
import { sessionTable } from "./columns.tsx";
import { RowState } from "./row-state.tsx";
import { buildRows } from "./session-rows.ts";

const server = connectedServer();
const T0 = Date.parse("2026-11-22T09:00:00Z");
const MIN = 60_000;
const session = {
  id: "ts_old",
  uri: "",
  agent_version: "3.17.4",
  ip: "203.0.113.15",
  os: "linux",
  region: "eu",
  started_at: "2026-11-20T14:00:00Z",
  transport: "service/2",
};
const sent = (kind: "stop" | "update", at: number) =>
  startAction({ id: kind, kind, session, sessions: [session], urls: [], at });
const updated = answered(sent("update", T0), { outcome: "accepted" }, T0 + 100);
const leftAt = T0 + MIN + 2000;
const left = [{ session, seenAt: T0 + MIN, leftAt }];

it.each([
  ["was stopped", withAnswer([updated, sent("stop", T0 + MIN)], "stop", { outcome: "accepted" }, T0 + MIN)],
  ["left and can’t restart itself", [{ ...updated, session: { ...session, os: "windows" } }]],
])("an updated agent that %s says when it left, then its update, for as long as it is away", (_, told) => {
  const actions = observe(told, { at: leftAt, sessions: [] });
  for (const minutes of [2, 20, 300]) {
    const [row] = buildRows({ sessions: [], serves: null, actions, left, now: T0 + minutes * MIN });
    const versionCell = sessionTable.columns.find(({ id }) => id === "version")?.cell?.(row!);
    const { unmount } = render(
      <>
        <RowState row={row!} isBrief={false} />
        {versionCell}
      </>,
      { wrapper: MemoryRouter },
    );
    const how = actions.length > 1 ? "Stopped at" : "Offline since";
    const link = screen.getByRole("link");
    // Cause: in its column "Stopped at 8:30 AM, update installed" was cut to "Stopped at 8:30 AM, …". Law: what is left to do is read whole.
    expect(link.textContent).toBe(`${how} ${clockMinute(leftAt)}`);
    expect(screen.getByText("Update ready").closest("[title]")).toBeTruthy();
    expect(link.title).toMatch(/Start it on its host/);
    unmount();
  }
});

// Cause: "Updates off" took the place of "Outdated", and an agent is both. Law: one fact never hides another.
it("says of an outdated agent that refused its update both, also once that is long ago", async () => {
  const error = { msg: "No.", code: UPDATE_REFUSALS.disabled };
  const refused = answered(sent("update", T0), { outcome: "refused", error }, T0 + 100);
  const newest = { ...session, id: "ts_new", agent_version: "3.18.2" };
  const now = T0 + 60 * MIN;
  const [row] = buildRows({ sessions: [session, newest], serves: null, actions: [refused], now });
  const cells = sessionTable.columns.map(({ id, cell }) => <div key={id}>{cell?.(row!)}</div>);
  render(<>{cells}</>, { wrapper: MemoryRouter });
  for (const said of ["Online", "Updates off", "Outdated"])
    expect(await screen.findByText(said)).toBeTruthy();
});

// Cause: "Online again after 3 s" was cut to "Online a…" beside "Updates off". Law: a status is read whole, and says the rest on hover.
it("is online in a word where the update that it refused stands beside its restart", async () => {
  const error = { msg: "No.", code: UPDATE_REFUSALS.disabled };
  const refused = answered(sent("update", T0), { outcome: "refused", error }, T0 + 100);
  const back = { ...session, id: "ts_back", started_at: new Date(T0 + 3000).toISOString() };
  const restart = startAction({
    id: "restart",
    kind: "restart",
    session,
    sessions: [session],
    urls: [],
    at: T0 + 1000,
  });
  const told = withAnswer([refused, restart], "restart", { outcome: "accepted" }, T0 + 1100);
  const gone = observe(told, { at: T0 + 2000, sessions: [] });
  const actions = observe(gone, { at: T0 + 4000, sessions: [back] });
  const [row] = buildRows({ sessions: [back], serves: null, actions, now: T0 + 5000 });
  const { cell } = sessionTable.columns.find(({ id }) => id === "state")!;
  render(<>{cell?.(row!)}</>, { wrapper: MemoryRouter });
  const link = await screen.findByRole("link");
  expect(link.textContent).toBe("Online");
  expect(screen.getByText("Updates off")).toBeTruthy();
  expect(link.title).toMatch(/^Online again after 3 s/);
});

// Cause: an agent whose authtoken was deleted while it was away stayed "Offline since" as if it could come back. Law: why an agent
// can't come back is told wherever it is listed.
it.each([
  [true, /^Authtoken deleted$/],
  [false, /^Offline since /],
])("says of an agent that is away whether its authtoken was deleted: %s", async (isDeleted, words) => {
  const authtoken = { id: "cr_1", uri: "", created_at: session.started_at };
  const list = { credentials: isDeleted ? [] : [authtoken], uri: "", next_page_uri: null };
  server.answerWith((request, response) => {
    const isOne = request.url?.endsWith("/credentials/cr_1");
    return json(isOne && isDeleted ? 404 : 200, isOne ? authtoken : list)(request, response);
  });
  const away = [{ session: { ...session, credential: authtoken }, seenAt: T0, leftAt }];
  const [row] = buildRows({ sessions: [], serves: null, actions: [], left: away, now: leftAt });
  renderInApp(<RowState row={row!} isBrief={false} />);
  await waitFor(() => expect(server.seen.length).toBeGreaterThan(isDeleted ? 1 : 0));
  expect((await screen.findByText(words)).closest("a")?.title.includes("It can’t reconnect.")).toBe(
    isDeleted,
  );
});
