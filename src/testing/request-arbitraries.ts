import * as fc from "fast-check";

/** One random request: which operation, on what, with which body; picks are resolved against what is there then. */
export type RandomRequest = {
  operation: number;
  /** Which of the live objects; or a text in place of an id. */
  target: number;
  strangeId: string | null;
  query: string | null;
  /** Changes of a valid body, or a text sent instead of one. */
  mutations: Mutation[];
  raw: string | null;
  headers: Record<string, string>;
};

type Mutation = {
  kind: "set" | "drop" | "add" | "double";
  /** Picks a field at each depth. */
  at: number[];
  name: string;
  value: unknown;
};

const strangeText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom(
    "",
    "\0",
    "\ud800",
    "null",
    "é".repeat(300),
    "x".repeat(5000),
    "-1",
    "../..",
    "%00",
    "'; --",
    "❤️",
  ),
);
const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  strangeText,
  fc.constantFrom(null, true, -1, 0, 1, 0.5, 1e308, 4_294_967_296, [], {}, [[]], [null]),
  fc.integer({ min: 50, max: 2000 }).map((depth) => nested(depth)),
);
const name = fc.oneof(
  strangeText,
  fc.constantFrom("id", "__proto__", "constructor", "toString", "enabled", "module"),
);

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom("set", "set", "drop", "add", "double"),
  at: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
  name,
  value: strange,
});

const headers = fc.oneof(
  { weight: 30, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { authorization: "" },
      { authorization: "Bearer x" },
      { "service-version": "1" },
      { "content-type": "text/plain" },
      { "content-type": "application/json; charset=latin1" },
      { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
      { accept: "text/html" },
    ),
  },
);

/** `share` = of a hundred. */
const sometimes = <T>(value: fc.Arbitrary<T>, share: number): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: share, arbitrary: value }, { weight: 100 - share, arbitrary: fc.constant(null) });

export const RANDOM_REQUEST: fc.Arbitrary<RandomRequest> = fc.record({
  operation: fc.nat(1_000_000),
  target: fc.nat(1_000_000),
  strangeId: sometimes(fc.oneof(strangeText, fc.constantFrom("ak_0", "ipp_0", "edghts_0")), 8),
  query: sometimes(
    fc.oneof(
      fc.constantFrom(
        "limit=1",
        "limit=100",
        "limit=0",
        "limit=1&limit=2",
        "before_id=ak_0",
        "before_id=",
        "%zz",
      ),
      strangeText.map((text) => `before_id=${encodeURIComponent(Buffer.from(text).toString())}`),
    ),
    5,
  ),
  mutations: fc.oneof(
    { weight: 2, arbitrary: fc.constant<Mutation[]>([]) },
    { weight: 3, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }) },
  ),
  raw: sometimes(
    fc.oneof(
      strangeText,
      fc.json(),
      strange.map((value) => JSON.stringify(value)),
    ),
    6,
  ),
  headers,
});

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i += 1) value = i % 2 ? [value] : { a: value };
  return value;
}

/** The body with the mutations made at the fields that their numbers pick. */
export function mutate(body: unknown, mutations: readonly Mutation[]): unknown {
  const copy = structuredClone(body);
  for (const { kind, at, name: added, value } of mutations) {
    let node: unknown = copy;
    let parent: Record<string, unknown> | undefined;
    let key = "";
    for (const pick of at) {
      if (typeof node !== "object" || node === null) break;
      const keys = Object.keys(node);
      if (keys.length === 0) break;
      parent = node as Record<string, unknown>;
      key = keys[pick % keys.length] ?? "";
      node = parent[key];
    }
    if (!parent) continue;
    const put = structuredClone(value);
    if (kind === "set") parent[key] = put;
    else if (kind === "drop") delete parent[key];
    else if (Array.isArray(node)) node.push(kind === "double" ? node[0] : put);
    else if (!Array.isArray(parent)) {
      Object.defineProperty(parent, added, {
        value: put,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return copy;
}
