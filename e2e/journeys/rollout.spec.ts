// Law: whoever runs a rollout, it halts where told, goes on after whatever ran it was gone, counts nothing as done that is not,
// and retries only what failed.
import { setMaxListeners } from "node:events";
import type { Page } from "@playwright/test";
import { type FaultyAgent, faultyAgents, startFaultyAgents } from "#agent/testing/faulty-agents.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { call } from "../fixtures/api.ts";
import { connect } from "../fixtures/console.ts";
import { startFaultProxy } from "../fixtures/fault-proxy.ts";
import { type RunningService, removeData, startService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

const ends: (() => unknown)[] = [];
test.afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Brings agents online, every tenth with a fault. */
async function bringOnline(service: RunningService, count: number): Promise<FaultyAgent[]> {
  const agents = faultyAgents(count);
  const end = new AbortController();
  // Each agent listens to it.
  setMaxListeners(0, end.signal);
  ends.push(() => end.abort());
  const { body } = await call<{ token: string }>(service, "POST /credentials", {});
  const url = `${service.origin.replace("http", "ws")}/agent`;
  startFaultyAgents(agents, { url, authtoken: body.token }, end.signal);
  await expect.poll(() => sessionIds(service).then((ids) => ids.length)).toBe(count);
  return agents;
}

/** The sessions that are online, in the order of their agents. */
async function sessionIds(service: RunningService): Promise<string[]> {
  type Sessions = { tunnel_sessions: { id: string; metadata: string }[]; next_page_uri: string | null };
  const all: Sessions["tunnel_sessions"] = [];
  for (let query: string | null = "?limit=100"; query !== null;) {
    const { body }: { body: Sessions } = await call<Sessions>(service, `GET /tunnel_sessions${query}`);
    all.push(...body.tunnel_sessions);
    query = body.next_page_uri && new URL(body.next_page_uri).search;
  }
  const numberOf = ({ metadata }: { metadata: string }) => Number(/\d+/.exec(metadata)?.[0]);
  return all.toSorted((a, b) => numberOf(a) - numberOf(b)).map(({ id }) => id);
}

const toldAll = (agents: readonly FaultyAgent[]) => agents.map(({ told }) => told.length);
const state = (page: Page, text: string | RegExp) =>
  page.getByRole("banner").or(page.getByRole("main")).getByText(text).first();

test("the service runs it over 200 agents: halted where told, through kill -9 and a reload, and only what failed again", async ({
  page,
}) => {
  let service = await startService({ demo: 0, log: "info" });
  const { data } = service;
  ends.push(() => service.end("SIGKILL").then(() => removeData(data)));
  const agents = await bringOnline(service, 200);
  const body = {
    session_ids: await sessionIds(service),
    action: "update_and_restart",
    canary: 0,
    batch_size: 50,
    at_once: 50,
    pause_seconds: 0,
    halt_failures: 2,
  };
  const { id } = (await call<Rollout>(service, "POST /rollouts", body)).body;
  const read = async () => (await call<Rollout>(service, `GET /rollouts/${id}`)).body;
  await connect(page, service);
  await page.goto(`${service.origin}/rollouts/${id}`);
  // Two of the first 50 refuse at once; the others wait for their restart.
  await expect(state(page, "Halted: too many failures")).toBeVisible();
  expect((await read()).counts).toMatchObject({ failed: 2, not_started: 150 });

  const log = service.printed();
  await service.end("SIGKILL");
  service = await startService({ demo: 0, log: "info", data, port: Number(new URL(service.origin).port) });
  await page.reload();
  for (const agent of agents) if (agent.fault === "never back") agent.fault = null;
  await expect.poll(async () => (await read()).ended_at).not.toBeNull();
  const halted = await read();
  expect(halted.counts.not_started).toBe(150);
  const wrong = halted.agents.filter(({ session, state: now }) => {
    const agent = agents.find(({ name }) => session.metadata.includes(`"${name}"`))!;
    return now === "succeeded" ? agent.version !== "1.1.0" : now === "not_started" && agent.told.length > 0;
  });
  expect(wrong).toEqual([]);

  const before = toldAll(agents);
  const failed = new Set(halted.agents.flatMap((one, i) => (one.state === "failed" ? [i] : [])));
  for (const agent of agents) agent.fault = null;
  await page.getByRole("button", { name: "Retry failed" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Update and restart/ })
    .click();
  const again = () => toldAll(agents).flatMap((told, i) => (told > before[i]! ? [i] : []));
  await expect.poll(again).toEqual([...failed]);

  // What the ledger says was sent, the service logged.
  const logged = `${log}${service.printed()}`.split("\n").flatMap((line) => {
    if (!line.includes('"rollout command"')) return [];
    const { session, command } = JSON.parse(line) as { session: string; command: string };
    return [`${command} ${session}`];
  });
  const commands = (await read()).agents.flatMap(({ steps }) =>
    steps.filter(({ kind }) => kind === "update" || kind === "restart"),
  );
  const ledger = commands.map(({ kind, session_id: session }) => `${kind} ${session}`);
  expect(logged.filter((one) => !ledger.includes(one))).toEqual([]);
  const unlogged = commands.filter(({ kind, session_id, result }) => {
    const isLogged = logged.includes(`${kind} ${session_id}`);
    return !isLogged && result !== "unsure";
  });
  expect(unlogged).toEqual([]);
});

// The same by a tab, against a service that answers 404 to /api/rollouts.
test("a tab runs it over 200 agents: halted where told, through a cut network, lost answers, a reload, and a tab that takes over", async ({
  page,
  context,
}) => {
  const service = await startService({ demo: 0 });
  ends.push(() => service.end("SIGKILL").then(() => removeData(service.data)));
  const proxy = await startFaultProxy(service.origin);
  ends.push(proxy.close);
  proxy.inject(/^\/api\/rollout/, { kind: "answer", status: 404, body: "{}" });
  const agents = await bringOnline(service, 200);
  await connect(page, { origin: proxy.origin, key: service.key });
  await page.getByRole("checkbox", { name: "Select all that match" }).click();
  await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Roll out…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("this tab runs it. Keep the tab open.")).toBeVisible();
  for (const [field, value] of [
    ["Canary agents", "0"],
    ["Agents per batch", "50"],
    ["Agents at the same time", "50"],
    ["Halt after failed agents", "2"],
    ["Halt after failed agents, %", ""],
  ] as const)
    await dialog.getByLabel(field, { exact: true }).fill(value);
  await dialog.getByRole("button", { name: "Update and restart 200 agents" }).click();
  await expect(page.getByText("Run by this tab. Keep it open.")).toBeVisible();
  const toldSome = () => agents.flatMap(({ told }, i) => (told.length > 0 ? [i] : []));
  await expect.poll(() => toldSome().length).toBe(50);
  const begun = toldSome();

  // Nothing is done while nothing is seen; answers that are lost on the way prove nothing.
  const mend = proxy.inject(/^\/api/, { kind: "cut" });
  await expect(page.getByText("Waiting. No connection to the service.")).toBeVisible();
  mend();
  proxy.inject(/\/restart$/, { kind: "cut-answer" }, "POST", 3);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByText("Run by another tab. Keep it open.")).toBeVisible();
  await page.reload();
  await expect(other.getByText("Run by this tab. Keep it open.")).toBeVisible();
  await expect(page.getByText("Run by another tab. Keep it open.")).toBeVisible();
  await page.close();
  for (const agent of agents) if (agent.fault === "never back") agent.fault = null;
  await expect(state(other, "48 done, 2 failed, 150 not started")).toBeVisible();
  await expect(state(other, "Halted: too many failures")).toBeVisible();
  expect(toldSome()).toEqual(begun);
  // In the order of their names: of the first 50 one refuses, and one comes back as it was.
  const failed = begun.filter((i) => agents[i]!.version !== "1.1.0");
  expect(failed).toEqual([113, 123]);

  const before = toldAll(agents);
  for (const agent of agents) agent.fault = null;
  await other.getByRole("button", { name: "Retry failed" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Update and restart 2 agents" }).click();
  const again = () => toldAll(agents).flatMap((told, i) => (told > before[i]! ? [i] : []));
  await expect.poll(again).toEqual(failed);
  // Cause: it ended as done. Law: a rollout that left agents out has halted.
  await expect(state(other, "50 done, 150 not started")).toBeVisible();
  await expect(state(other, /^Halted$/)).toBeVisible();
  expect(toldSome()).toEqual(begun);
  expect(proxy.seen.filter((one) => one.startsWith("POST /api/rollouts"))).toEqual([]);
});
