import { ALL_CONTRACTS, contractOf } from "#contract/modules/contracts.ts";
import { LOGIN_MODULES } from "#contract/modules/kinds.ts";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { newId } from "../../store/ids.ts";
import type { LiveWorld } from "./live.ts";
import { OWNER_PATHS, type Reference, REFERENCES, referring } from "./references.ts";
import { NO_ID, type Refusal, type Refusals } from "./refusal.ts";
import { idIn } from "./table.ts";
import { fill, ROUTES, routeIds } from "./world.ts";

const EDGE_KINDS = ["https", "tls", "tcp"] as const;

const referencesOf = (owner: ModuleOwner) => REFERENCES.filter(({ owners }) => owners.includes(owner));

/** How a body gets to an operation, and where its faults are: in a new one, in a change, or in a module alone. */
type Way = {
  ids: (world: LiveWorld) => Promise<Record<string, string>>;
  body: (world: LiveWorld, modules: Record<string, object>) => Promise<object> | object;
  at: (path: string) => string;
};

function unknownRef(way: Way, reference: Reference): Refusal {
  const { problem, kind, field, many, prefix } = reference;
  const id = `${prefix}_${NO_ID}`;
  return [
    problem,
    `a ${kind} of an id that is not there`,
    async (world) => ({
      ids: await way.ids(world),
      sent: { body: await way.body(world, { [kind]: referring(reference, id) }) },
      at: way.at(`${kind}.${field}${many ? ".0" : ""}`),
      says: [id],
    }),
  ];
}

const contractsOf = (owner: ModuleOwner) => ALL_CONTRACTS.filter(({ owners }) => owners.includes(owner));

/** Modules of a TLS edge that need the traffic, with TLS that ends upstream: in one request, or beside what is set. */
function termination(way: Way, kind: string, alone: boolean): Refusal {
  const upstream = { tls_termination: { terminate_at: "upstream" } };
  const reader = async (world: LiveWorld): Promise<Record<string, object>> => {
    const reading = kind === "tls_termination" ? "mutual_tls" : kind;
    const { example } = contractOf("tlsEdge", reading);
    return { [reading]: (await world.withReferences(example)) as object };
  };
  return [
    "terminationNeeded",
    kind === "tls_termination"
      ? "TLS that ends upstream beside mutual_tls"
      : `${kind} while TLS ends upstream`,
    async (world) => {
      const modules = await reader(world);
      const ids = await way.ids(world);
      const [before, now] = kind === "tls_termination" ? [modules, upstream] : [upstream, modules];
      if (ids["id"] !== undefined) {
        const { status } = await world.app.call(`PATCH /edges/tls/${ids["id"]}`, { body: before });
        if (status !== 200) throw new Error(`PATCH /edges/tls answered ${status}.`);
      }
      const sent = alone || ids["id"] !== undefined ? now : { ...before, ...now };
      const field = kind === "tls_termination" && ids["id"] !== undefined ? "terminate_at" : "enabled";
      const at = kind === "tls_termination" && ids["id"] === undefined ? "mutual_tls" : kind;
      return {
        ids,
        sent: { body: await way.body(world, sent) },
        at: way.at(`${at}.${field}`),
        says: ["the traffic"],
      };
    },
  ];
}

const exampleOf = (kind: string) => contractOf("route", kind).example as object;

/** A second login module: beside one that is set, or both in one request. */
function login(way: Way, kind: string): Refusal {
  const other = LOGIN_MODULES.find((one) => one !== kind) ?? "";
  return [
    "loginClash",
    `${kind} while ${other} is on`,
    async (world) => {
      const ids = await way.ids(world);
      const first = { [other]: exampleOf(other) };
      const second = { [kind]: exampleOf(kind) };
      const made = ids["id"] !== undefined;
      if (made) {
        const { status } = await world.app.call(`PATCH ${fill(`${ROUTES}/{id}`, ids)}`, { body: first });
        if (status !== 200) throw new Error(`PATCH of a route answered ${status}.`);
      }
      const body = await way.body(world, made ? second : { ...first, ...second });
      return {
        ids,
        sent: { body },
        ...(made && { at: way.at(`${kind}.enabled`) }),
        says: ["Turn off"],
      };
    },
  ];
}

/** A login module on a second route of the edge. */
function secondLogin(way: Way, kind: string): Refusal {
  return [
    "loginElsewhere",
    `${kind} while another route of the edge has a login module`,
    async (world) => {
      const ids = await way.ids(world);
      const { edge_id = "" } = ids;
      await world.make(ROUTES, { edge_id }, { match: "/first", oidc: exampleOf("oidc") });
      const body = await way.body(world, { [kind]: exampleOf(kind) });
      return { ids, sent: { body }, at: way.at(`${kind}.enabled`), says: ["route /first has"] };
    },
  ];
}

const logins = (way: Way, kind: string): Refusal[] => [login(way, kind), secondLogin(way, kind)];

function saml(way: Way): Refusal {
  const idp_metadata = '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x/>';
  return [
    "samlMetadataInvalid",
    "metadata with an external entity",
    async (world) => ({
      ids: await way.ids(world),
      sent: { body: await way.body(world, { saml: { idp_metadata } }) },
      at: way.at("saml.idp_metadata"),
      says: ["DOCTYPE"],
    }),
  ];
}

function edgeRefusals(kind: (typeof EDGE_KINDS)[number]): Refusals {
  const path = `/edges/${kind}`;
  const create: Way = {
    ids: async () => ({}),
    body: async (world, modules) => ({ ...(await world.body(path)), ...modules }),
    at: (path) => path,
  };
  const update: Way = {
    ids: async (world) => ({ id: (await world.make(path)).id }),
    body: (_, modules) => modules,
    at: (path) => path,
  };
  const port = (): number => (kind === "tcp" ? 40_000 + Math.floor(Math.random() * 20_000) : 443);
  const of = (way: Way): Refusal[] => [
    ...EDGE_KINDS.filter((other) => (other === "tcp") === (kind === "tcp")).map((other) =>
      hostportTaken(way, `an edge of kind ${other}`, async (world) => {
        const hostport = `${newId("httpsEdge").slice(-27).toLowerCase()}.example:${port()}`;
        return { hostport, holder: (await world.make(`/edges/${other}`, {}, { hostports: [hostport] })).id };
      }),
    ),
    hostportTaken(way, "a tunnel", async (world) => {
      const { tunnel, endpoint } = await world.agent();
      const hostport = `${endpoint.slice(-27).toLowerCase()}.example:${port()}`;
      await world.app.db.updateTable("endpoints").set({ hostport }).where("id", "=", endpoint).execute();
      return { hostport, holder: tunnel };
    }),
    ...referencesOf(`${kind}Edge`).map((reference) => unknownRef(way, reference)),
    ...(kind === "tls"
      ? [
          ...contractsOf("tlsEdge").flatMap((one) => (one.readsTraffic ? [one.kind] : [])),
          "tls_termination",
        ].map((one) => termination(way, one, false))
      : []),
  ];
  return { [`POST ${path}`]: of(create), [`PATCH ${path}/{id}`]: of(update) };
}

function hostportTaken(
  way: Way,
  by: string,
  taken: (world: LiveWorld) => Promise<{ hostport: string; holder: string }>,
): Refusal {
  return [
    "hostportTaken",
    `a hostport that ${by} serves`,
    async (world) => {
      const { hostport, holder } = await taken(world);
      const body = { ...(await way.body(world, {})), hostports: [hostport] };
      return { ids: await way.ids(world), sent: { body }, at: "hostports.0", says: [hostport, holder] };
    },
  ];
}

function routeRefusals(): Refusals {
  const create: Way = {
    ids: async (world) => ({ edge_id: (await world.make("/edges/https")).id }),
    body: async (world, modules) => ({ ...(await world.body(ROUTES)), ...modules }),
    at: (path) => path,
  };
  const update: Way = { ids: routeIds, body: (_, modules) => modules, at: (path) => path };
  const taken = (way: Way): Refusal => [
    "matchTaken",
    "the match of another route of the edge",
    async (world) => {
      const ids = await way.ids(world);
      const { edge_id = "" } = ids;
      const holder = await world.make(ROUTES, { edge_id });
      const body = { ...(await way.body(world, {})), match: holder["match"] };
      return { ids, sent: { body }, at: "match", says: [holder.id] };
    },
  ];
  const of = (way: Way): Refusal[] => [
    taken(way),
    ...referencesOf("route").map((reference) => unknownRef(way, reference)),
    ...LOGIN_MODULES.flatMap((kind) => logins(way, kind)),
    saml(way),
  ];
  return { [`POST ${ROUTES}`]: of(create), [`PATCH ${ROUTES}/{id}`]: of(update) };
}

/** PUT and GET of every module at every owner. */
function moduleRefusals(owner: ModuleOwner, ids: Way["ids"]): Refusals {
  const rows = contractsOf(owner).flatMap(({ kind, alias, role, readsTraffic }) => {
    const way: Way = {
      ids,
      body: (_, modules) => modules[kind] ?? {},
      at: (one) => one.split(".").slice(1).join("."),
    };
    const ends = owner === "tlsEdge" && (readsTraffic || role === "transport");
    const put: Refusal[] = [
      ...referencesOf(owner).flatMap((one) => (one.kind === kind ? [unknownRef(way, one)] : [])),
      ...(kind === "saml" ? [saml(way)] : []),
      ...(role === "login" ? logins(way, kind) : []),
      ...(ends ? [termination(way, kind, true)] : []),
    ];
    const notSet: Refusal = [
      "moduleNotSet",
      "one that is not set",
      async (world) => ({ ids: await ids(world), says: [kind, "Set it with PUT"] }),
    ];
    return [kind, alias ?? []].flat().flatMap((name): [string, Refusal[]][] => [
      [`PUT ${OWNER_PATHS[owner]}/${name}`, put],
      [`GET ${OWNER_PATHS[owner]}/${name}`, [notSet]],
    ]);
  });
  return Object.fromEntries(rows);
}

/** What the writes of edges, routes and modules refuse across objects. */
export const EDGE_REFUSALS: Refusals = {
  ...edgeRefusals("https"),
  ...edgeRefusals("tls"),
  ...edgeRefusals("tcp"),
  ...routeRefusals(),
  ...moduleRefusals("route", routeIds),
  ...moduleRefusals("httpsEdge", idIn("/edges/https")),
  ...moduleRefusals("tlsEdge", idIn("/edges/tls")),
  ...moduleRefusals("tcpEdge", idIn("/edges/tcp")),
};
