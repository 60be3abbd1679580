// Cause: the end of a write was tried on a few forms, one fault at a time. Law: through every fault what was typed stays, no
// success is said that was none, what happened and what to do is; after a cut the console finds out what came of it.
import { act, cleanup, fireEvent, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { href } from "#resources/paths.ts";
import { FAULTS, RAW, settled, startFaultyService, type Fault } from "#testing/faults.ts";
import { renderInApp } from "#testing/render.tsx";
import { routes } from "../router.tsx";

type Ids = Record<"key" | "policy" | "rule" | "edge" | "route" | "made" | "spare", string>;
type Row = {
  at: (ids: Ids) => string;
  /** Values to type, by the names of their fields. */
  fill?: Record<string, string>;
  /** Buttons that open its dialog, then the one that writes. */
  press: string[];
  method: string;
  path: RegExp;
  /** After a cut: said once it is known that it was done, or what is said where that can't be. */
  done: RegExp;
};

const SAVE = { press: ["Save"], method: "PATCH", done: / saved/ };
const UNSURE = /may exist|may have been created/;
const text = { description: "matrix", metadata: "typed" };

const WRITES: Record<string, Row> = {
  "create a key": {
    at: () => href.keyNew(),
    fill: text,
    press: ["Create key"],
    method: "POST",
    path: /\/api_keys$/,
    done: UNSURE,
  },
  "create an authtoken": {
    at: () => href.authtokenNew(),
    fill: text,
    press: ["Create authtoken"],
    method: "POST",
    path: /\/credentials$/,
    done: UNSURE,
  },
  "create a policy": {
    at: () => href.ipPolicyNew(),
    fill: text,
    press: ["Create policy"],
    method: "POST",
    path: /\/ip_policies$/,
    done: /Policy “matrix” created/,
  },
  "create a rule": {
    at: ({ policy }) => href.ipRuleNew(`?to=${policy}`),
    fill: { cidr: "198.51.100.0/24", ...text },
    press: ["Create rule"],
    method: "POST",
    path: /\/ip_policy_rules$/,
    done: /Rule allow 198\.51\.100\.0\/24 created/,
  },
  "create an edge": {
    at: () => href.edgeNew(),
    fill: text,
    press: ["Create HTTPS edge"],
    method: "POST",
    path: /\/edges\/https$/,
    done: UNSURE,
  },
  "change a key": { ...SAVE, at: ({ key }) => href.key(key), fill: text, path: /\/api_keys\/ak_/ },
  "change a policy": {
    ...SAVE,
    at: ({ policy }) => href.ipPolicy(policy),
    fill: text,
    path: /\/ip_policies\/ipp_/,
  },
  "change a rule": {
    ...SAVE,
    at: ({ rule }) => href.ipRule(rule),
    fill: text,
    path: /\/ip_policy_rules\/ipr_/,
  },
  "change an edge": {
    ...SAVE,
    at: ({ edge }) => href.edgeEdit("https", edge),
    fill: text,
    path: /\/https\/edghts_\w+$/,
  },
  "change a route": {
    ...SAVE,
    at: ({ edge, route }) => href.routeEdit(edge, route),
    fill: text,
    path: /\/routes\/edghtsrt_\w+$/,
  },
  "turn a module off": {
    at: ({ edge, route }) => href.routeModule(edge, route, "compression"),
    press: ["Turn off"],
    method: "PUT",
    path: /\/compression$/,
    done: /turned off/,
  },
  "set a module": {
    at: ({ edge, route }) => href.routeModule(edge, route, "circuit_breaker"),
    fill: { num_buckets: "12" },
    press: ["Save"],
    method: "PUT",
    path: /\/circuit_breaker$/,
    done: / saved/,
  },
  "create a route": {
    at: ({ edge }) => href.routeNew(edge),
    fill: { match: "/matrix", ...text },
    press: ["Create route"],
    method: "POST",
    path: /\/routes$/,
    done: / created/,
  },
  "delete a policy": {
    at: ({ spare }) => href.ipPolicy(spare),
    press: ["Delete policy…", "Delete policy"],
    method: "DELETE",
    path: /\/ip_policies\/ipp_/,
    done: /eleted/,
  },
  "delete a key": {
    at: ({ made }) => href.key(made),
    press: ["Delete key…", "Delete key"],
    method: "DELETE",
    path: /\/api_keys\/ak_/,
    done: /Deleted key/,
  },
};

let kit: Awaited<ReturnType<typeof startFaultyService>>;
let ids: Ids;
beforeAll(async () => {
  kit = await startFaultyService();
  const first = async (path: string, key: string) => {
    const list = await request<
      Record<string, { id: string; routes?: { id: string; compression?: unknown }[] }[]>
    >({
      method: "GET",
      path,
      connection: kit.direct,
    });
    const rows = list[key] ?? [];
    const found = rows.find(({ routes: own }) => own?.some(({ compression }) => compression)) ?? rows[0];
    return { id: found?.id ?? "", route: found?.routes?.find(({ compression }) => compression)?.id ?? "" };
  };
  const make = (path: string) =>
    request<{ id: string }>({
      method: "POST",
      path,
      body: { description: "to delete" },
      connection: kit.direct,
    });
  const edge = await first("/edges/https", "https_edges");
  ids = {
    key: (await first("/api_keys", "keys")).id,
    policy: (await first("/ip_policies", "ip_policies")).id,
    rule: (await first("/ip_policy_rules", "ip_policy_rules")).id,
    edge: edge.id,
    route: edge.route,
    made: (await make("/api_keys")).id,
    spare: (await make("/ip_policies")).id,
  };
});
afterEach(() => kit.heal());
afterAll(async () => {
  await kit.close();
  const writes = Object.keys(WRITES).length;
  process.stdout.write(`faults × writes: ${FAULTS.length} × ${writes} = ${FAULTS.length * writes} cells\n`);
});

const field = (name: string) =>
  document.querySelector<HTMLInputElement>(
    `[role=dialog] [name="${name}"], dialog [name="${name}"], main [name="${name}"]`,
  );
const typedIn = ({ fill = {} }: Row) => fill;
const button = (name: string) =>
  [...document.querySelectorAll("button")].findLast(
    (one) => one.textContent.trim() === name && one.getAttribute("aria-disabled") !== "true",
  );
const shown = () => document.body.textContent ?? "";
const said = () => [...document.querySelectorAll("output")].map(({ textContent }) => textContent).join(" ");

async function open(row: Row) {
  cleanup();
  kit.connect();
  const app = renderInApp(null, { path: row.at(ids), routes });
  for (const [name, value] of Object.entries(typedIn(row))) {
    await waitFor(() => expect(field(name)).not.toBeNull());
    fireEvent.change(field(name)!, { target: { value } });
  }
  for (const name of row.press.slice(0, -1)) {
    await waitFor(() => expect(button(name)).toBeDefined());
    fireEvent.click(button(name)!);
  }
  await waitFor(() => expect(button(row.press.at(-1)!)).toBeDefined());
  await waitFor(() => expect(app.client.isFetching()).toBe(0));
  return app;
}

/** What is amiss after a write that met a fault and had no effect. */
function amissOf(row: Row, fault: Fault): string[] {
  if (RAW.test(shown())) return ["shows what is not known"];
  if (/ saved| created|eleted| turned/.test(said())) return [`says it was done: ${said()}`];
  // Nothing was typed: there is nothing to hold the page for.
  if (fault.name === "401" && !row.fill) return /\(401\)/.test(shown()) ? [] : ["does not say 401"];
  const lost = Object.entries(typedIn(row)).filter(([name, value]) => field(name)?.value !== value);
  if (lost.length > 0) return [`lost ${lost.join()}`];
  return fault.says.test(shown()) ? [] : [`does not say ${fault.says}`];
}

it.each(Object.keys(WRITES))("%s", { timeout: 60_000 }, async (name) => {
  const row = WRITES[name]!;
  const wrong: Record<string, string[]> = {};
  const meet = async (fault: Fault, amiss: () => string[]) => {
    const met = await kit.plant(fault, ({ method, url = "" }) => method === row.method && row.path.test(url));
    await waitFor(() => expect(button(row.press.at(-1)!)).toBeDefined());
    await act(async () => void fireEvent.click(button(row.press.at(-1)!)!));
    const now = () => (met() ? amiss() : ["was not sent"]);
    const left = await settled(now);
    if (left.length > 0) wrong[fault.name] = left;
    await kit.heal();
  };
  await open(row);
  for (const fault of FAULTS) if (fault.name !== "cut after") await meet(fault, () => amissOf(row, fault));
  await open(row);
  const cut = FAULTS.find((fault) => fault.name === "cut after")!;
  await meet(cut, () =>
    row.done.test(row.done === UNSURE ? shown() : said()) && !RAW.test(shown())
      ? []
      : [`does not say ${row.done}`],
  );
  expect(wrong).toEqual({});
});
