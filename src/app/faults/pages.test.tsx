// Cause: faults were tried on a few pages, one at a time, so a page could go white or say what was not so, unseen. Law: on
// every page, every fault says what happened and what to do, and nothing that is not known.
import { cleanup } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { request } from "#api/client.ts";
import { paths } from "#resources/paths.ts";
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

type Ids = Record<"edgeId" | "routeId" | "id", string>;
type Row = {
  /** The list whose first row the page is about. */
  of?: [path: string, key: string];
  /** The id that it is about, where no list has it. */
  id?: string;
  module?: string;
  /** False: it shows nothing of the service, so no fault may change it. */
  reads?: boolean;
};

const HTTPS = { of: ["/edges/https", "https_edges"] } as const satisfies Row;
const TLS = { of: ["/edges/tls", "tls_edges"] } as const satisfies Row;
const TCP = { of: ["/edges/tcp", "tcp_edges"] } as const satisfies Row;
const KEYS = { of: ["/api_keys", "keys"] } as const satisfies Row;

const PAGES: Record<keyof typeof paths, Row> = {
  connect: { reads: false },
  home: {},
  sessions: {},
  session: { of: ["/tunnel_sessions", "tunnel_sessions"] },
  rollouts: {},
  rollout: { id: "ro_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX" },
  tunnels: {},
  tunnel: { of: ["/tunnels", "tunnels"] },
  endpoints: {},
  endpoint: { of: ["/endpoints", "endpoints"] },
  traffic: {},
  trafficEvent: { id: "ev_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX" },
  activity: {},
  events: {},
  eventFilters: {},
  event: { id: "api_key_created.v0" },
  eventSubscriptions: {},
  eventSubscriptionNew: {},
  eventSubscriptionEdit: { id: "esb_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX" },
  eventDestinations: {},
  eventDestinationNew: {},
  eventDestinationEdit: { id: "ed_2mRZ3QmO0mKHlnYAcdpHhyZ2bQX" },
  ipRules: {},
  ipRuleNew: {},
  ipRulesPaste: {},
  ipPolicyPaste: { of: ["/ip_policies", "ip_policies"] },
  ipRulesLab: {},
  ipRule: { of: ["/ip_policy_rules", "ip_policy_rules"] },
  ipPolicies: {},
  ipPolicyNew: {},
  ipPolicy: { of: ["/ip_policies", "ip_policies"] },
  backends: {},
  backendNew: {},
  backendEdit: { of: ["/backends/tunnel_group", "backends"] },
  certificateAuthorities: {},
  certificateAuthorityNew: {},
  certificateAuthorityEdit: { of: ["/certificate_authorities", "certificate_authorities"] },
  authtokens: {},
  authtokenNew: {},
  authtokenEdit: { of: ["/credentials", "credentials"] },
  keys: {},
  keyNew: {},
  key: KEYS,
  keyRotate: KEYS,
  edges: {},
  edgeNew: { reads: false },
  httpsEdgeEdit: HTTPS,
  tlsEdgeEdit: TLS,
  tcpEdgeEdit: TCP,
  routeNew: HTTPS,
  routeEdit: HTTPS,
  httpsEdge: HTTPS,
  tlsEdge: TLS,
  tcpEdge: TCP,
  httpsEdgeModule: { ...HTTPS, module: "mutual_tls" },
  tlsEdgeModule: { ...TLS, module: "ip_restriction" },
  tcpEdgeModule: { ...TCP, module: "ip_restriction" },
  route: HTTPS,
  routeModule: { ...HTTPS, module: "compression" },
};

let kit: Awaited<ReturnType<typeof startFaultyService>>;
beforeAll(async () => {
  kit = await startFaultyService();
});
beforeEach(() => kit.connect());
afterEach(() => kit.heal());
afterAll(async () => {
  await kit.close();
  const pages = Object.keys(PAGES).length;
  process.stdout.write(`faults × pages: ${FAULTS.length} × ${pages} = ${FAULTS.length * pages} cells\n`);
});

/** What is said only of what was read. */
const CLAIM = /\b0 (?:agents|endpoints|rules)|No agent is online|Nothing needs attention/;

type Found = { id: string; routes?: readonly { id: string }[] };

async function pathOf(name: keyof typeof paths): Promise<string> {
  const { of, id = "", module = "" } = PAGES[name];
  const ids: Ids = { edgeId: "", routeId: "", id };
  if (of) {
    const [path, key] = of;
    const list = await request<Record<string, Found[]>>({ method: "GET", path, connection: kit.direct });
    const found = list[key]?.find(({ routes: own }) => own === undefined || own.length > 0);
    Object.assign(ids, { id: found?.id, edgeId: found?.id, routeId: found?.routes?.[0]?.id });
  }
  return paths[name].replace(":module", module).replaceAll(/:(\w+)/g, (_, id: keyof Ids) => ids[id]);
}

const text = () => document.body.textContent ?? "";
/** A service that answers so to all it is asked does not take the key. */
const REFUSED_KEY = new Set(["401", "403"]);
const WAY_ON = /Try again|Sign in|All |Show all|Search all|Open|Back/;

/** What is amiss on a page that met the fault in all it read. */
function amissOf({ reads = true }: Row, fault: Fault, pathname: string): string[] {
  // Not by selectors: jsdom takes its time for them.
  const [main] = document.getElementsByTagName("main");
  if (!main?.getElementsByTagName("h1")[0]?.textContent) return ["no heading"];
  if (showsRaw(text()) || CLAIM.test(text())) return ["shows what is not known"];
  if (saysStatus(text(), fault)) return ["says a status in a sentence"];
  if (!reads) return document.querySelector("main form") ? [] : ["no form"];
  if (REFUSED_KEY.has(fault.name)) return pathname === paths.connect ? [] : ["not at sign-in"];
  if (!fault.says.test(text())) return [`does not say ${fault.says}`];
  const ways = [...document.querySelectorAll("main button, main a")].map((way) => way.textContent ?? "");
  return ways.some((way) => WAY_ON.test(way)) || /can’t list/.test(text()) ? [] : ["no way on"];
}

it.each(Object.keys(PAGES) as (keyof typeof paths)[])("%s", async (name) => {
  const path = await pathOf(name);
  expect(path).not.toMatch(/\/\/|:|undefined/);
  const wrong: Record<string, string[]> = {};
  let app: ReturnType<typeof renderInApp> | undefined;
  for (const fault of FAULTS) {
    kit.connect();
    const met = await kit.plant(fault, ({ url = "" }) => url.startsWith("/api/"));
    // As if opened anew, without the cost of it: nothing that was read is left.
    if (app?.router.state.location.pathname === path) void app.client.resetQueries();
    else {
      cleanup();
      app = renderInApp(null, { path, routes });
    }
    const { router } = app;
    const amiss = () =>
      PAGES[name].reads === false || met()
        ? amissOf(PAGES[name], fault, router.state.location.pathname)
        : ["nothing was read"];
    const left = await settled(amiss);
    if (left.length > 0) wrong[fault.name] = left;
    await kit.heal();
    // Enough to be told, before the time is up.
    if (Object.keys(wrong).length === TOLD) break;
  }
  expect(wrong).toEqual({});
});
