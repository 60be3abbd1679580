// Cause: a rollout that watches an endpoint held silently on a service that counts no requests, agents that were skipped were
// ids, and a plan of only such agents began with an empty line. Law: what waits says for what and what to do, and an agent has a name.
import { cleanup, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ROLLOUT_EXAMPLES } from "#contract/operations/rollout-example.ts";
import { rolloutOperations } from "#contract/operations/rollouts.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { RolloutPlanView } from "#fleet/rollout/rollout-plan.tsx";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { RolloutDetail } from "./rollout-detail.tsx";

const server = connectedServer();
const example = ROLLOUT_EXAMPLES.find(([schema]) => schema === rolloutOperations.get.answer)?.[1] as Rollout;
const skipped = ["lon-dock-02", "par-gw-01"].map((host) => ({
  session_id: `ts_${host}`,
  reason: "An agent on Windows can’t restart itself.",
  session: { ...example.agents[0]!.session, metadata: JSON.stringify({ host }) },
}));

it("says what it waits for, and who is skipped", async () => {
  const held = { ...example, status: "running", held_by: "errors_unknown", ended_at: null };
  server.answerWith(json(200, { ...held, plan: { ...example.plan, skipped } }));
  renderInApp(<RolloutDetail id={example.id} />);
  const note = await screen.findByText(/^Waiting\. The errors of/);
  expect(note.textContent).toContain("shop.example.com are unknown, so no agent starts.");
  expect(note.textContent).toContain("Start it without --traffic-keep off, or halt the rollout.");
  expect(screen.getByText("2 agents skipped").closest("details")?.textContent).toContain(
    "lon-dock-02; par-gw-01Agents on Windows",
  );
});

// Cause: "2 agents skipped" was all that was seen, and the names behind it led nowhere. Law: who is named is led to while it is
// online.
it("names those that are skipped at once, and leads to those that are online", async () => {
  const rollout = { ...example, plan: { ...example.plan, skipped } };
  const sessions = skipped.slice(0, 1).map(({ session, session_id: id }) => ({ uri: "", ...session, id }));
  const list = { tunnel_sessions: sessions, uri: "", next_page_uri: null };
  server.answerWith((request, response) =>
    json(200, request.url?.includes("/tunnel_sessions") ? list : rollout)(request, response),
  );
  renderInApp(<RolloutDetail id={example.id} />);
  const link = await screen.findByRole("link", { name: "lon-dock-02" });
  expect(link.getAttribute("href")).toBe("/sessions/ts_lon-dock-02");
  expect(link.closest("details")?.open).toBe(true);
  expect(screen.queryByRole("link", { name: "par-gw-01" })).toBeNull();
});

// Cause: an unknown rollout was an error that another try would not help, beside "Try again". Law: no page is a dead end.
it("leads from a rollout that does not exist to all others", async () => {
  server.answerWith(json(404, { status_code: 404, msg: "Not found.", details: {} }));
  renderInApp(<RolloutDetail id="ro_nope" />);
  expect((await screen.findByRole("link", { name: "All rollouts" })).getAttribute("href")).toBe("/rollouts");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

// Cause: a batch that is stopped was offline "for a moment". Law: what goes offline for good is said so.
it.each([
  ["restart", "1 URL was offline for a moment:"],
  ["stop", "1 URL offline:"],
])("says of the batches of a %s what goes offline", async (action, words) => {
  server.answerWith(json(200, { ...example, action }));
  renderInApp(<RolloutDetail id={example.id} />);
  expect((await screen.findByText(words)).textContent.trim()).toBe(`${words} https://shop.example.com`);
});

// Cause: "1 URL offline for a moment" stood over a restart that was refused. Law: what did not happen is not told.
it.each([
  ["failed", "failed", false],
  ["failed", "unsure", true],
  ["running", null, true],
] as const)(
  "of an agent that is %s, whose restart is %s, tells what goes offline: %s",
  async (state, result, told) => {
    const [agent] = example.agents;
    const steps = [{ ...agent!.steps[0]!, kind: "restart", result }];
    server.answerWith(json(200, { ...example, action: "restart", agents: [{ ...agent, state, steps }] }));
    renderInApp(<RolloutDetail id={example.id} />);
    await screen.findByRole("list", { name: /^Agents of batch/ });
    expect(screen.queryByText(/offline for a moment/) !== null).toBe(told);
  },
);

it("a plan of skipped agents only has no batches", async () => {
  server.answerWith(json(404, {}));
  const nameOf = (id: string) => id;
  renderInApp(<RolloutPlanView plan={{ batches: [], skipped }} action="restart" nameOf={nameOf} hasCanary />);
  const list = await screen.findByRole("list");
  expect(
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["lon-dock-02; par-gw-01Agents on Windows can’t restart themselves."]);
  expect(screen.queryByRole("list", { name: "Batches" })).toBeNull();
});

// Cause: the plan, of what nobody has started, said "1 URL offline". Law: what is to come is told so.
it("says in the plan which URLs go offline", async () => {
  server.answerWith(json(404, {}));
  const [batch] = example.plan.batches;
  const batches = [["https://a"], ["https://b", "https://c"]].map((offline, i) => ({
    ...batch!,
    session_ids: [`ts_${i}`],
    offline,
  }));
  const nameOf = (id: string) => id;
  renderInApp(<RolloutPlanView plan={{ batches, skipped: [] }} action="stop" nameOf={nameOf} hasCanary />);
  const said = (await screen.findAllByText(/^\d+ URLs? go/)).map(({ textContent }) => textContent.trim());
  expect(said).toEqual(["1 URL goes offline: https://a", "2 URLs go offline: https://b, https://c"]);
});

// Cause: after Enter on "Pause" the focus was on the page, and a paused rollout went on counting down to its next batch. Law: the
// keyboard stays where it was, and what is paused says so.
it("a pause by keyboard leaves the focus on Resume, and nothing counts down", async () => {
  const resumes_at = new Date(Date.now() + 60_000).toISOString();
  const running = { ...example, status: "running", ended_at: null, resumes_at };
  server.answerWith(json(200, running));
  const { user } = renderInApp(<RolloutDetail id={example.id} />);
  expect(await screen.findByText(/Next batch in \d+ s\./)).toBeTruthy();
  (await screen.findByRole("button", { name: "Pause" })).focus();
  server.answerWith(json(200, { ...running, status: "paused" }));
  await user.keyboard("{Enter}");
  const resume = await screen.findByRole("button", { name: "Resume" });
  await vi.waitFor(() => expect(document.activeElement).toBe(resume));
  expect(screen.queryByText(/Next batch in/)).toBeNull();
  expect(screen.getByText("Nothing new starts until you resume it.")).toBeTruthy();
});

// Cause: "No connection to the service." stood over a rollout that was read every second again. Law: a fault is told until it is over.
it("tells no longer that a pause had no answer once the rollout is read again", async () => {
  const running = json(200, { ...example, status: "running", ended_at: null });
  server.answerWith(running);
  const { user } = renderInApp(<RolloutDetail id={example.id} />);
  const pause = await screen.findByRole("button", { name: "Pause" });
  server.answerWith((request, response) =>
    request.method === "PATCH" ? request.socket.destroy() : running(request, response),
  );
  await user.click(pause);
  await screen.findByText(/^No connection to the service/);
  await vi.waitFor(() => expect(screen.queryByText(/^No connection to the service/)).toBeNull());
});

const withFailed = (failed: number): Rollout => ({
  ...example,
  counts: { ...example.counts, failed, succeeded: 0 },
  agents: Array.from({ length: failed }, (_, i) => {
    const session = { ...example.agents[0]!.session, id: `ts_${i}`, metadata: `{"host":"gw-${i}"}` };
    const offline = [`https://gw-${i}.example`];
    return { ...example.agents[0]!, state: "failed", session, session_id: session.id, offline };
  }),
});

// Cause: "Retry failed" restarted agents unasked. Law: what takes URLs offline is asked about each time, in the words of the first time.
it("asks before a retry what goes offline with it", async () => {
  const before = withFailed(2);
  const sent: string[] = [];
  const { session } = before.agents[0]!;
  const list = { tunnel_sessions: [{ uri: "", ...session }], uri: "", next_page_uri: null };
  server.answerWith((request, response) => {
    if (request.method === "PATCH") sent.push(request.url ?? "");
    return json(200, request.url?.includes("/tunnel_sessions") ? list : before)(request, response);
  });
  const { user } = renderInApp(<RolloutDetail id={example.id} />);
  await user.click(await screen.findByRole("button", { name: "Retry failed" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Update and restart 2 agents?" }));
  // One that is offline takes nothing offline.
  await dialog.findByText("gw-0, gw-1 (offline)");
  expect(dialog.getByText(/^1 URL goes offline/).textContent).toContain("https://gw-0.example");
  // Cause: why they had failed was not said, and they were told again in vain. Law: a second try says what went wrong.
  dialog.getByText(before.agents[0]!.detail);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toEqual([]);
});

// Cause: a retry that was refused at once changed nothing on the page. Law: whoever presses a button sees what came of it.
it.each([
  [1, "Retried 1 agent: 1 failed again"],
  [0, "Retried 1 agent: done"],
])("says what came of a retry, with %i failures", async (failed, words) => {
  const before = withFailed(1);
  server.answerWith(json(200, before));
  const { user } = renderInApp(<RolloutDetail id={example.id} />);
  await user.click(await screen.findByRole("button", { name: "Retry failed" }));
  const retry = await screen.findByRole("button", { name: "Update and restart 1 agent" });
  const agents = example.agents.map((agent) => ({ ...agent, attempts: 2 }));
  const ended_at = "2026-11-21T06:00:00Z";
  const counts = { ...example.counts, failed, succeeded: 1 - failed };
  server.answerWith(json(200, { ...before, ended_at, counts, agents }));
  await user.click(retry);
  expect(await screen.findByText(words, { selector: "output span" })).toBeDefined();
  expect(await screen.findByText("4 steps, 2 attempts")).toBeDefined();
});

// Cause: the toast showed the report that was copied, a thousand characters of it. Law: a toast says what was copied.
it("says that the report was copied, not the report", async () => {
  server.answerWith(json(200, example));
  const { user } = renderInApp(<RolloutDetail id={example.id} />);
  await user.click(await screen.findByRole("button", { name: "Report" }));
  await user.click(await screen.findByRole("menuitem", { name: "Copy as JSON" }));
  await screen.findByText("Copied as JSON.", { selector: "output span" });
  expect(JSON.parse(await navigator.clipboard.readText())).toEqual(example);
});

// Cause: "The rollout continues" under "Halted". Law: what is said never contradicts the status.
it("says of one that was halted that nothing new starts", async () => {
  const halted = { ...example, status: "halted", halted_by: "asked", ended_at: null };
  const counts = { ...example.counts, running: 1, not_started: 2 };
  server.answerWith(json(200, { ...halted, counts }));
  renderInApp(<RolloutDetail id={example.id} />);
  await screen.findByText("Nothing new starts. It ends once what is under way has finished.");
  expect(screen.queryByText(/The rollout continues/)).toBeNull();
  // Cause: "What is under way still finishes." 15 s after all had, and neither who had halted it nor why. Law: as above.
  expect(screen.getByText("Halted on request")).toBeDefined();
  cleanup();
  server.answerWith(json(200, { ...halted, counts: { ...counts, running: 0, by_hand: 2 } }));
  renderInApp(<RolloutDetail id={example.id} />);
  await screen.findByText("Nothing new starts.");
  expect(screen.getByText("Resume starts the others.")).toBeDefined();
  expect(screen.getByText(/2 to restart by hand, 2 not started$/)).toBeDefined();
});

const ledgerOf = (agents: readonly object[], more: object = {}) => {
  const [agent] = example.agents;
  const [planned] = example.plan.batches;
  const session = (i: number) => ({ ...agent!.session, id: `ts_${i}`, metadata: `{"host":"gw-${i}"}` });
  const all = agents.map((one, i) => ({ ...agent, session: session(i), session_id: `ts_${i}`, ...one }));
  const plan = {
    ...example.plan,
    batches: [{ ...planned, session_ids: all.map(({ session: { id } }) => id) }],
  };
  server.answerWith(json(200, { ...example, plan, agents: all, ...more }));
  renderInApp(<RolloutDetail id={example.id} />);
  return screen.findAllByRole("list", { name: /^Agents of batch/ });
};
const SEEN = {
  uri: "",
  ip: "192.0.2.7",
  metadata: "",
  os: "linux",
  region: "eu",
  transport: "service/2",
  started_at: "2026-11-21T05:00:00Z",
};
const AWAY = { state: "failed", detail: "Offline." };

// Cause: URLs of an agent that failed offline were "offline for a moment", also under a batch that it had left. Law: what is told of
// URLs holds for the agents that it stands over.
it.each([
  ["whose agent is offline", [{ ...AWAY, steps: [] }], ["1 URL still offline: https://shop.example.com"]],
  [
    "of which one agent is offline",
    [{ offline: ["https://a"] }, { ...AWAY, offline: ["https://b"] }],
    ["1 URL still offline: https://b", "1 URL was offline for a moment: https://a"],
  ],
  // Cause: which agent of a batch has which URL was not known, so that a retry lost them and one that was refused had been offline.
  // Law: what is told of a URL is what its own agent did.
  [
    "that an agent left by a retry",
    [{ offline: ["https://a"] }, { state: "waiting", batch: 2, offline: ["https://b"] }],
    ["1 URL was offline for a moment: https://a", "1 URL will go offline for a moment: https://b"],
  ],
  [
    "of which one agent refused",
    [
      { offline: ["https://a"] },
      { state: "failed", detail: "Updates are off.", steps: [], offline: ["https://b"] },
    ],
    ["1 URL was offline for a moment: https://a"],
  ],
  [
    "of which one agent never left",
    [
      { offline: ["https://a"] },
      { state: "failed", detail: "Still online with the same session after 60 s." },
    ],
    ["1 URL was offline for a moment: https://a"],
  ],
])("of a batch %s", async (_, agents: readonly object[], words) => {
  await ledgerOf(agents);
  const said = screen.queryAllByText(/^\d+ URL/).map(({ textContent }) => textContent.trim());
  expect(said).toEqual(words);
  const todo = screen.queryAllByText("Offline. Start it on its host, then retry.");
  expect(todo).toHaveLength(agents.filter((one) => "detail" in one && one.detail === AWAY.detail).length);
});

// Cause: an agent that failed "Offline since the update" was told so for ever, with "Start it on its host", though it was online
// again with the new version. Law: what was is told as past, beside what is.
it("says of an agent that failed offline that it is online again", async () => {
  const [agent] = example.agents;
  const failed = { ...agent, session_id: "ts_old", state: "failed", detail: "Offline since the update." };
  const credential = { id: "cr_1", uri: "" };
  const later = { ...SEEN, id: "ts_new", agent_version: "3.19.0", credential };
  const old = { ...later, id: "ts_old", tunnels: [], refusal: null };
  const at = "2026-11-21T09:02:00Z";
  server.answerWith((asked, response) => {
    const body = asked.url?.includes("/ended_sessions/ts_old")
      ? { ...old, ended_at: at, reason: "lost", succeeded_by: { id: "ts_new", uri: "https://x/ts_new" } }
      : asked.url?.includes("/tunnel_sessions")
        ? { tunnel_sessions: [later], uri: "", next_page_uri: null }
        : { ...example, agents: [failed] };
    json(200, body)(asked, response);
  });
  renderInApp(<RolloutDetail id={example.id} />);
  const row = within(await screen.findByRole("list", { name: /^Agents of batch/ }));
  await row.findByText("Was offline too long. Online again, runs 3.19.0.");
  expect(row.queryByText(/Start it on its host/)).toBeNull();
  expect(row.getByRole("link").getAttribute("href")).toBe("/sessions/ts_new");
});

// Cause: the URLs of a batch that waited, or was paused, were "offline for a moment", as while it restarts. Law: what is to come is told so.
it("says of a batch that waits that its URLs will go offline", async () => {
  await ledgerOf([{ state: "waiting" }, { state: "waiting" }]);
  expect(screen.getByText(/^1 URL will go offline for a moment:/)).toBeTruthy();
});

// Cause: while an agent still served, before its restart was sent, its URLs were "offline for a moment", and those of a stop that waited
// "offline". Law: what is to come is told so, each URL by what its own agent does.
it.each([
  ["update_and_restart", ["update", "settle"], ["2 URLs will go offline for a moment: https://a, https://b"]],
  [
    "update_and_restart",
    ["update", "settle", "restart"],
    ["1 URL offline for a moment: https://a", "1 URL will go offline for a moment: https://b"],
  ],
  // A second try, of one that restarted in its first.
  ["restart", ["restart", "find"], ["2 URLs will go offline for a moment: https://a, https://b"]],
  ["stop", ["find"], ["2 URLs will go offline: https://a, https://b"]],
  ["stop", ["stop", "leave"], ["1 URL offline: https://a", "1 URL will go offline: https://b"]],
])("says of a %s in its steps %s what is offline, and what will be", async (action, kinds, words) => {
  const steps = kinds.map((kind) => ({ ...example.agents[0]!.steps[0]!, kind }));
  const running = { state: "running", offline: ["https://a"], steps };
  await ledgerOf([running, { state: "waiting", offline: ["https://b"] }], { action });
  const said = screen.queryAllByText(/^\d+ URL/).map(({ textContent }) => textContent.trim());
  expect(said).toEqual(words);
});

// Cause: resumed after its canary failed, it went on under "Halts when a canary fails", which had happened. Law: a limit says what counts.
it("names the canary that halted it, and says what counts after Resume", async () => {
  const counts = { ...example.counts, failed: 1, not_started: 1 };
  const halted = { status: "halted", halted_by: "canary", counts };
  const two = [AWAY, { state: "not_started", batch: 2 }];
  await ledgerOf(two, halted);
  expect(screen.getByText("Halted: the canary gw-0 failed")).toBeTruthy();
  expect(screen.getByText("Resume starts the others. Failures until then no longer count.")).toBeTruthy();
  // Cause: it came between the others and pushed them aside. Law: nothing moves that is aimed at.
  const buttons = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(buttons.indexOf("Retry failed")).toBeLessThan(buttons.indexOf("Resume"));
  cleanup();
  await ledgerOf(two, { ...halted, status: "running", halted_by: null, ended_at: null });
  expect(screen.getByText(/Failures from before it was resumed don’t count\./)).toBeTruthy();
});

/** A running rollout whose agent is offline, with these kinds of steps, one after the other. */
const offlineIn = (...kinds: Step["kind"][]) => {
  const [agent] = example.agents;
  const steps = kinds.map((kind, i) => {
    const end = i < kinds.length - 1 ? {} : { result: null, ended_at: null };
    return { ...agent!.steps[0]!, kind, ...end };
  });
  const now = { ...example, status: "running", ended_at: null };
  server.answerWith((asked, response) =>
    json(
      200,
      asked.url?.includes("tunnel_sessions")
        ? { tunnel_sessions: [], uri: "", next_page_uri: null }
        : { ...now, agents: [{ ...agent, state: "running", steps }] },
    )(asked, response),
  );
};
type Step = Rollout["agents"][number]["steps"][number];
const ADVICE = "Start it on its host within 1 min, or it fails.";

// Cause: an agent that went offline on its own while its update settled was "Running". Law: what is true is told, with what to do.
it("says that an agent whose turn it is is offline", async () => {
  offlineIn("settle");
  renderInApp(<RolloutDetail id={example.id} />);
  const row = within(await screen.findByRole("list", { name: /^Agents of batch/ }));
  await row.findByText(ADVICE);
  expect(row.getByText("Offline")).toBeDefined();
});

// Cause: each agent that a rollout restarted was to be started by hand for a second: the list said that it was offline before the
// rollout said why. Law: nothing is asked of a person that the rollout does by itself.
it("asks nobody to start an agent that the rollout restarts", async () => {
  const asked = vi.fn<() => void>();
  const look = new MutationObserver(() => {
    if (document.body.textContent.includes(ADVICE)) asked();
  });
  look.observe(document.body, { subtree: true, childList: true, characterData: true });
  offlineIn("settle");
  renderInApp(<RolloutDetail id={example.id} />);
  const row = within(await screen.findByRole("list", { name: /^Agents of batch/ }));
  await new Promise((resolve) => setTimeout(resolve, 500));
  offlineIn("settle", "restart");
  await row.findByText(/^Restart,/);
  look.disconnect();
  expect(asked).not.toHaveBeenCalled();
});
