// Cause: the first page loaded zod (8.7 kB) to check two lists. Law: what it checks them with instead takes and refuses what the
// contract does, and names the same place.
import * as fc from "fast-check";
import * as z from "zod/mini";
import { describe, expect, it } from "vitest";
import { checkOf, type Fault } from "./check.ts";
import { ErrorBody, Issues } from "./error.ts";
import { shapeOf } from "./shape-of.ts";
import { TunnelSession } from "./tunnel-session.ts";
import { Tunnel } from "./tunnel.ts";

const ref = fc.record({ id: fc.string(), uri: fc.string() });
const maybe = <T>(of: fc.Arbitrary<T>) => fc.oneof(of, fc.constantFrom(null, undefined));
const time = fc
  .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const texts = fc.dictionary(fc.string(), fc.string());
const junk = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.constant(Number.NaN));

const session = fc.record(
  {
    id: fc.string(),
    uri: fc.string(),
    agent_version: maybe(fc.string()),
    credential: maybe(ref),
    ip: fc.string(),
    metadata: maybe(fc.string()),
    os: fc.string(),
    region: fc.string(),
    started_at: time,
    transport: fc.string(),
    more: fc.jsonValue(),
  },
  { requiredKeys: ["id", "uri", "ip", "os", "region", "started_at", "transport"] },
);
const tunnel = fc.record(
  {
    id: fc.string(),
    started_at: time,
    labels: maybe(texts),
    backends: fc.oneof(ref, fc.array(ref), fc.constant(null)),
    tunnel_session: maybe(ref),
  },
  { requiredKeys: ["id", "started_at"] },
);
const problem = fc.record(
  { error_code: fc.string(), status_code: fc.nat(), msg: fc.string(), details: texts },
  { requiredKeys: ["status_code", "msg"] },
);
const issue = fc.record({ path: fc.array(fc.oneof(fc.string(), fc.nat())), message: fc.string() });

const CASES: [string, z.ZodMiniType, fc.Arbitrary<unknown>][] = [
  ["a session", TunnelSession, session],
  ["a tunnel", Tunnel, tunnel],
  ["the body of an error", ErrorBody, problem],
  ["its issues", Issues, fc.array(issue, { minLength: 1 })],
];

/** The same value with junk at one place in it. */
function spoilt(of: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(of, fc.array(fc.nat(), { maxLength: 3 }), junk)
    .map(([value, way, bad]) => spoil(value, way, bad));
}

function spoil(value: unknown, [step, ...way]: number[], bad: unknown): unknown {
  if (step === undefined || typeof value !== "object" || value === null) return bad;
  const names = Object.keys(value);
  const name = names[step % Math.max(1, names.length)];
  if (name === undefined) return bad;
  const inner = spoil((value as Record<string, unknown>)[name], way, bad);
  return Array.isArray(value) ? value.with(Number(name), inner) : { ...value, [name]: inner };
}

/** What both must say of a fault: of a union zod names the place of the whole, a shape what its first choice lacks. */
function told(fault: Fault, said: Fault | undefined) {
  if (said?.code === "invalid_type") return [fault.path, fault.code, fault.expected];
  if (said?.code === "invalid_format") return [fault.path, fault.message];
  return fault.path.slice(0, said?.path.length);
}

describe.each(CASES)("%s", (_, schema, valid) => {
  const check = checkOf(shapeOf(schema));

  it("is taken as the contract takes it, and handed on as it is", () => {
    fc.assert(
      fc.property(valid, (value) => {
        expect(schema.safeParse(value).success).toBe(true);
        expect(check.safeParse(value)).toEqual({ success: true, data: value });
      }),
    );
  });

  it("is refused where the contract refuses it", () => {
    let refused = 0;
    fc.assert(
      fc.property(spoilt(valid), (value) => {
        const [said] = schema.safeParse(value).error?.issues ?? [];
        const parsed = check.safeParse(value);
        const [fault] = parsed.success ? [] : parsed.error.issues;
        if (said) refused += 1;
        expect(fault && told(fault, said)).toEqual(said && told(said, said));
      }),
      { numRuns: 500 },
    );
    expect(refused).toBeGreaterThan(50);
  });
});

it("a schema that says more than a shape can is no shape, rather than a weaker one", () => {
  expect(() => shapeOf(z.string().check(z.minLength(1)))).toThrow("min_length");
  expect(() => shapeOf(z.object({ when: z.date() }))).toThrow("date");
});
