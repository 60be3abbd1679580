// Cause: the end of a write was tried on a few forms, one fault at a time. Law: through every fault what was typed stays, no
// success is said that was none, what happened and what to do is; after a cut the console finds out what came of it.
import { act, cleanup, fireEvent, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { appConfigQuery, DEFAULT_CONFIG } from "#api/app-config.ts";
import { request } from "#api/client.ts";
import { createQueryClient } from "#api/query-client.ts";
import { forgetKnown } from "#fleet/last-known.ts";
import { ledger } from "#fleet/use-fleet.ts";
import {
  FAULTS,
  saysStatus,
  settled,
  showsRaw,
  startFaultyService,
  TOLD,
  type Fault,
} from "#testing/faults.ts";
import { renderInApp } from "#testing/render.tsx";
import { routes } from "../router.tsx";
import type { Row, World } from "./write-row.ts";
import { WRITES } from "./write-rows.ts";

let kit: Awaited<ReturnType<typeof startFaultyService>>;
let world: World;
beforeAll(async () => {
  kit = await startFaultyService();
  const send = <T,>(method: "GET" | "POST" | "PUT", path: string, body?: object) =>
    request<T>({ method, path, body, connection: kit.direct });
  type Listed = { id: string; ca_pem?: string; routes?: { id: string; compression?: unknown }[] };
  const list = async (path: string, key: string) =>
    (await send<Record<string, Listed[]>>("GET", path))[key] ?? [];
  const first = async (path: string, key: string) => (await list(path, key))[0]?.id ?? "";
  const make = async (path: string, body: object = {}) =>
    (await send<{ id: string }>("POST", path, { description: "before", ...body })).id;
  const found = (await list("/edges/https", "https_edges")).flatMap(({ id: edge, routes: own = [] }) =>
    own.filter(({ compression }) => compression).map(({ id: route }) => ({ edge, route })),
  );
  const route = async (edge: string, match: string) => ({
    edge,
    route: await make(`/edges/https/${edge}/routes`, { match_type: "path_prefix", match }),
  });
  // Of their own: the demo's have a hundred rules, and much is said of them.
  const [policy, other] = [await make("/ip_policies"), await make("/ip_policies")];
  const edge = await make("/edges/https");
  world = {
    direct: kit.direct,
    place: kit.connection,
    key: await first("/api_keys", "keys"),
    authtoken: await first("/credentials", "credentials"),
    backend: await first("/backends/tunnel_group", "backends"),
    authority: await first("/certificate_authorities", "certificate_authorities"),
    policy,
    rule: await make("/ip_policy_rules", { ip_policy_id: other, cidr: "192.0.2.98/32", action: "deny" }),
    at: found[0] ?? { edge: "", route: "" },
    login: await route(edge, "/login"),
    agents: (await list("/tunnel_sessions", "tunnel_sessions")).map(({ id }) => id),
    pem: (await list("/certificate_authorities", "certificate_authorities"))[0]?.ca_pem?.trim() ?? "",
    doomed: {
      key: await make("/api_keys"),
      policy: await make("/ip_policies"),
      rule: await make("/ip_policy_rules", { ip_policy_id: other, cidr: "192.0.2.99/32", action: "allow" }),
      edge: await make("/edges/https"),
      route: await route(edge, "/doomed"),
    },
  };
  for (const [path, body] of [
    ["/backends/tunnel_group", { labels: { app: "doomed" } }],
    ["/certificate_authorities", { ca_pem: world.pem }],
    ["/credentials", {}],
  ] as const)
    await make(path, { ...body, description: "doomed" });
  const provider = { github: { client_id: "c", client_secret: "first" } };
  await send("PUT", `/edges/https/${edge}/routes/${world.login.route}/oauth`, { provider });
  await send("PUT", `/edges/https/${edge}/routes/${world.doomed.route.route}/compression`, {});
});
afterEach(() => kit.heal());
afterAll(async () => {
  await kit.close();
  const writes = Object.keys(WRITES).length;
  process.stdout.write(`faults × writes: ${FAULTS.length} × ${writes} = ${FAULTS.length * writes} cells\n`);
});

// Not by selectors, nor at each change: jsdom takes most of the suite's time for them.
const all = (tag: string) => [...document.getElementsByTagName(tag)];
const field = (name: string) =>
  [...document.getElementsByName(name), ...all("input").filter((one) => one.ariaLabel === name)].find(
    (one) => one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement,
  );
const nameOf = (one: Element) => (one.getAttribute("aria-label") ?? one.textContent).trim();
const button = (name: string | RegExp | undefined) =>
  [...all("button"), ...all("div")]
    .filter((one) => one.tagName === "BUTTON" || one.getAttribute("role") === "menuitem")
    .findLast(
      (one) =>
        one.getAttribute("aria-disabled") !== "true" &&
        (name instanceof RegExp ? name.test(nameOf(one)) : nameOf(one) === name),
    );
const shown = () => document.body.textContent ?? "";
const said = () =>
  all("output")
    .map(({ textContent }) => textContent)
    .join(" ");
const apart = document.createElement("i");
const until = <T,>(look: () => T | undefined | false) =>
  waitFor(
    () => {
      const seen = look();
      if (seen === undefined || seen === false) throw new Error(shown().slice(-600));
      return seen;
    },
    { container: apart, interval: 5 },
  );

const typedIn = ({ fill }: Row) => Object.entries(fill?.(world) ?? {});

async function open(row: Row) {
  cleanup();
  // It is a visit of its own, not the way back to the page before.
  forgetKnown();
  kit.connect();
  await row.first?.(world);
  const client = createQueryClient();
  client.setQueryData(appConfigQuery.queryKey, { ...DEFAULT_CONFIG, baseUrl: kit.connection.baseUrl });
  renderInApp(null, { path: row.at(world), routes, client });
  for (const [name, value] of typedIn(row)) {
    const target = await until(() => field(name));
    fireEvent.change(target, { target: { value } });
  }
  if (row.press.length > 0) {
    await reach(row);
    await until(() => client.isFetching() === 0 && (row.ready ?? /^/).test(shown()));
  }
}

/** Presses what leads to the button that writes, which it answers. */
async function reach({ press, again }: Row) {
  const last = () => button(again) ?? button(press.at(-1));
  for (const name of press.slice(0, -1)) {
    if (last()) break;
    const target = await until(() => last() ?? button(name));
    if (target !== last()) fireEvent.click(target);
  }
  return until(last);
}

/** What was typed and is no longer there. */
function lostOf(row: Row): string[] {
  const lost = row.keeps
    ? [row.keeps].filter((keeps) => !keeps.test(shown()))
    : typedIn(row).filter(([name, value]) => (field(name) as HTMLInputElement | undefined)?.value !== value);
  return lost.length > 0 ? [`lost ${lost.join()}`] : [];
}

/** What is amiss after a write that met a fault and had no effect. */
function amissOf(row: Row, fault: Fault): string[] {
  if (showsRaw(shown())) return ["shows what is not known"];
  if (saysStatus(shown(), fault)) return ["says a status in a sentence"];
  if (/ saved|(?<!\b0 of 1) created|eleted| turned| removed/.test(said()) || row.claims?.test(shown()))
    return [`says it was done: ${said()}`];
  // Nothing was typed: there is nothing to hold the page for.
  if (fault.name === "401" && !row.fill) return fault.says.test(shown()) ? [] : ["does not say 401"];
  const lost = lostOf(row);
  if (lost.length > 0) return lost;
  const says = row.says?.[fault.name] ?? fault.says;
  // A message in the corner has no details.
  return says.test(shown()) || fault.words?.test(said()) ? [] : [`does not say ${says}`];
}

it.each(Object.keys(WRITES))("%s", async (name) => {
  const row = WRITES[name]!;
  const wrong: Record<string, string[]> = {};
  const byItself = row.press.length === 0;
  const meet = async (fault: Fault, amiss: () => string[]) => {
    const hits = ({ method, url = "" }: { method?: string; url?: string }) =>
      method === row.method && row.path.test(url);
    const send = byItself ? null : await reach(row);
    const met = await kit.plant(fault, hits);
    if (send) await act(async () => void fireEvent.click(send));
    else await open(row);
    const left = await settled(() => (met() ? amiss() : ["was not sent"]));
    if (left.length > 0) wrong[fault.name] = left;
    await kit.heal();
    // What was said of this command is not said of the next.
    act(() => ledger.clear());
    const going = button(row.end);
    if (going) fireEvent.click(going);
  };
  if (!byItself) await open(row);
  for (const fault of FAULTS)
    if (fault.name !== "cut after" && Object.keys(wrong).length < TOLD)
      await meet(fault, () => amissOf(row, fault));
  if (!byItself) await open(row);
  const cut = FAULTS.find((fault) => fault.name === "cut after")!;
  await meet(cut, () => {
    if (!row.done.test(row.onPage ? shown() : said()) || showsRaw(shown()))
      return [`does not say ${row.done}`];
    // Nobody knows whether it was done: it may have to be sent again.
    return row.onPage ? lostOf(row) : [];
  });
  expect(wrong).toEqual({});
});
