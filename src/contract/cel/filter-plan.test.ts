import { celEnv, parse, plan } from "@bufbuild/cel";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { compileFilter } from "./filter.ts";
import { FUNCTIONS } from "./walker.ts";

const FIELDS = {
  "conn.client_ip": { type: "string" },
  "conn.server_name": { type: "string" },
  "conn.server_port": { type: "int32" },
  "conn.start_ts": { type: "timestamp" },
} as const;
const IP = "ev.conn.client_ip";
const PORT = "ev.conn.server_port";
const TIME = "ev.conn.start_ts";

/** A condition with each operator and function of the language, by its name in the tree. */
const USES: Readonly<Record<string, string>> = {
  "_==_": `${IP} + "" == ev.conn.server_name`,
  "_!=_": `${IP} != ev.conn.server_name`,
  "_<_": `${IP} < ev.conn.server_name`,
  "_<=_": `${PORT} + 0 <= 80`,
  "_>_": `${PORT} > size(${IP})`,
  "_>=_": `1.5 * double(${PORT}) >= 120.0`,
  "_&&_": `size(${IP}) > 4 && ${PORT} % 2 == 1`,
  "_||_": `size(${IP}) > 8 || ${PORT} % 2 == 1`,
  "!_": `!(size(${IP}) > 8)`,
  "@in": `${IP} in [ev.conn.server_name, "10.0.0.1"]`,
  startsWith: `(${IP} + "x").startsWith("10.")`,
  endsWith: `(${IP} + "x").endsWith("1x")`,
  contains: `${IP}.contains(ev.conn.server_name)`,
  matches: `(${IP} + "x").matches("^10[.].*x$")`,
  "@not_strictly_false": `["10.", "10"].all(one, ${IP}.startsWith(one))`,
  bool: `bool("true") && ${PORT} % 2 == 1`,
  "_+_": `${IP} + string(${PORT}) == "10.0.0.180"`,
  "_-_": `${PORT} - 1 == 79`,
  "-_": `-${PORT} == -80`,
  "_*_": `${PORT} * 2 == 160`,
  "_/_": `${PORT} / 2 == 40 || 80 / ${PORT} == 1`,
  "_%_": `${PORT} % 2 == 0`,
  "_?_:_": `(${PORT} == 80 ? ${IP} : "none").startsWith("1")`,
  "_[_]": `{"10.0.0.1": 1}[${IP}] == [1, 2][0]`,
  size: `size(${IP}) > 4 && ${IP}.size() < 10`,
  int: `int(string(${PORT})) == 80`,
  uint: `uint(${PORT}) == 80u`,
  double: `double(${PORT}) == 80.0`,
  string: `string(${PORT}) == "80"`,
  bytes: `bytes(${IP}) == b"10.0.0.1"`,
  timestamp: `timestamp("2026-11-22T10:00:00Z") <= ${TIME}`,
  duration: `${TIME} - timestamp("2026-11-22T10:00:00Z") < duration(string(${PORT}) + "s")`,
  dyn: `dyn(${IP}) == dyn("10.0.0.1")`,
  type: `type(${IP}) == type("")`,
  getFullYear: `${TIME}.getFullYear() == 2026`,
  getMonth: `${TIME}.getMonth() == 10`,
  getDate: `${TIME}.getDate() == 22`,
  getDayOfMonth: `${TIME}.getDayOfMonth() == 21`,
  getDayOfWeek: `${TIME}.getDayOfWeek("Europe/Berlin") == 0`,
  getDayOfYear: `${TIME}.getDayOfYear() == 325`,
  getHours: `${TIME}.getHours() == 10 && duration("3h").getHours() == 3`,
  getMinutes: `${TIME}.getMinutes() == 0`,
  getSeconds: `${TIME}.getSeconds("+01:00") == 0`,
  getMilliseconds: `${TIME}.getMilliseconds() == 500`,
};
/** What binds names of its own, and parts that are the same for all events. */
const OTHERS = [
  `[80, 443].exists(ev, ev == 80)`,
  `[{"conn": {"client_ip": "x"}}].exists(ev, ev.conn.client_ip == "x")`,
  `[${IP}].exists(one, one == "10.0.0.1" && ${PORT} == 80)`,
  `[80, 443].exists_one(port, port == ${PORT})`,
  `size([1, 80].filter(port, port == ${PORT})) == 1`,
  `[[1], [80]].exists(all, all.exists(port, port == ${PORT}))`,
  `1 / 0 == 1 || ${PORT} == 80`,
  `${IP} in {"10.0.0.1": 1 / 1}`,
  `ev.conn["client_ip"] == "10.0.0.1"`,
];

const texts = fc.constantFrom("10.0.0.1", "shop.example", "", "é😀", "80");
const values = fc.record(
  {
    client_ip: fc.oneof(texts, fc.constantFrom(7, null, true, ["a"], { a: 1 })),
    server_name: fc.oneof(texts, fc.constant(null)),
    server_port: fc.oneof(
      fc.constantFrom(0, 80, 443, -1, 2 ** 31),
      fc.constantFrom("80", 1.5, null, 2 ** 53),
    ),
    start_ts: fc.constantFrom("2026-11-22T10:00:00Z", "2025-01-01T00:00:00.5Z"),
  },
  { requiredKeys: [] },
);

const env = celEnv();
const toTime = plan(env, parse("timestamp(text)"));

/** What the library alone says, asked of the whole event. */
function libraryPasses(text: string, conn: Record<string, unknown>): boolean {
  const { server_port: port, start_ts: time } = conn;
  const own = {
    ...conn,
    ...(Number.isInteger(port) ? { server_port: BigInt(port as number) } : {}),
    ...(time === undefined ? {} : { start_ts: toTime({ text: time as string }) }),
  };
  return plan(env, parse(text))({ ev: { conn: own } } as never) === true;
}

/** What both say, by the filter and by the library. */
async function verdicts(
  text: string,
  conn: Record<string, unknown>,
): Promise<{ said: boolean; library: boolean }> {
  const filter = await compileFilter(text, FIELDS);
  if ("fault" in filter) throw new Error(`${text} ${filter.fault}`);
  return { said: filter.passes({ conn }), library: libraryPasses(text, conn) };
}

// Law: whatever makes a filter quick, what passes is what passes by the library alone.
it("has a use of every operator and function, which holds for some events and not for others", async () => {
  expect(Object.keys(USES).toSorted()).toEqual([...FUNCTIONS].toSorted());
  const conns = [
    { client_ip: "10.0.0.1", server_name: "10.0.0.1", server_port: 80, start_ts: "2026-11-22T10:00:00Z" },
    { client_ip: "10.0.0.1", server_name: "0.0", server_port: 443, start_ts: "2026-11-21T10:01:02.500Z" },
    { client_ip: "shop", server_name: "shop.example", server_port: 2, start_ts: "2025-01-01T00:00:00Z" },
    {},
  ];
  for (const text of Object.values(USES)) {
    const said = [];
    for (const conn of conns) {
      const both = await verdicts(text, conn);
      expect({ text, conn, said: both.said }).toEqual({ text, conn, said: both.library });
      said.push(both.said);
    }
    expect({ text, said: new Set(said) }).toEqual({ text, said: new Set([true, false]) });
  }
});

it("passes what the library passes, of whatever is joined", async () => {
  const atom = fc.constantFrom(...Object.values(USES), ...OTHERS);
  const { filter } = fc.letrec<{ filter: string }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3 },
      { weight: 3, arbitrary: atom },
      fc
        .tuple(tie("filter"), fc.constantFrom("&&", "||"), tie("filter"))
        .map(([a, by, b]) => `(${a}) ${by} (${b})`),
      fc.tuple(tie("filter"), tie("filter"), tie("filter")).map(([a, b, c]) => `((${a}) ? (${b}) : (${c}))`),
      tie("filter").map((one) => `!(${one})`),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(filter, values, async (text, conn) => {
      fc.pre(text.length < 2_000);
      const { said, library } = await verdicts(text, conn);
      expect(said).toBe(library);
    }),
    { numRuns: 400 },
  );
});
