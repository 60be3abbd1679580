import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AgentMessage,
  type Hello,
  readMessage,
  RefusalCode,
  REGIONS,
  ServiceMessage,
  TunnelRequest,
} from "./agent-protocol.ts";

const text = (max: number) =>
  fc.string({ minLength: 1, maxLength: Math.floor(max / 4), unit: "grapheme-ascii" });
const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const tunnel: fc.Arbitrary<Hello["tunnels"][number]> = fc.oneof(
  fc.record({
    proto: fc.constantFrom("http" as const, "https" as const, "tls" as const, "tcp" as const),
    forwards_to: text(255),
    metadata: optional(text(4096)),
    hostname: optional(fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."))),
  }),
  fc.record({
    proto: fc.constant("http" as const),
    forwards_to: text(255),
    labels: fc.dictionary(label, text(255), { minKeys: 1, maxKeys: 4 }),
  }),
);

const hello: fc.Arbitrary<Hello> = fc.record({
  type: fc.constant("hello" as const),
  authtoken: fc.string(),
  agent_version: fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)).map((parts) => parts.join(".")),
  os: text(255),
  arch: text(255),
  region: optional(fc.constantFrom(...REGIONS)),
  metadata: optional(text(4096)),
  transport: fc.constantFrom("service/2" as const, "ssh" as const),
  capabilities: fc.record({ restart: text(255), stop: text(255), update: fc.constant("") }),
  tunnels: fc.array(tunnel, { maxLength: 5 }),
});

const result = fc.record({
  type: fc.constant("result" as const),
  id: fc.string(),
  error: optional(text(1024)),
  refusal: optional(fc.constantFrom(...RefusalCode.options)),
});

describe("messages survive the wire", () => {
  test("of the agent", () => {
    fc.assert(
      fc.property(fc.oneof(hello, result, fc.constant({ type: "heartbeat" as const })), (message) => {
        const sent = JSON.stringify(message);
        expect(readMessage(AgentMessage, sent)).toEqual({ message: JSON.parse(sent) as unknown });
      }),
    );
  });

  test("of the service", () => {
    const goodbye = fc.record({
      type: fc.constant("goodbye" as const),
      reason: fc.string(),
      retry: fc.boolean(),
    });
    const command = fc.record({
      type: fc.constant("command" as const),
      id: fc.string(),
      kind: fc.constantFrom("restart" as const, "stop" as const, "update" as const),
    });
    const welcome = fc.record({
      type: fc.constant("welcome" as const),
      session_id: fc.string(),
      region: fc.string(),
      tunnels: fc.array(fc.record({ id: fc.string(), public_url: optional(fc.string()) })),
      heartbeat: fc.record({ interval_ms: fc.integer({ min: 1 }), tolerance_ms: fc.integer({ min: 1 }) }),
    });
    fc.assert(
      fc.property(fc.oneof(goodbye, command, welcome), (message) => {
        const sent = JSON.stringify(message);
        expect(readMessage(ServiceMessage, sent)).toEqual({ message: JSON.parse(sent) as unknown });
      }),
    );
  });
});

test("whatever comes is read or refused with a reason, never thrown", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.uint8Array()), (data) => {
      const reading = readMessage(AgentMessage, data);
      const said = "fault" in reading ? reading.fault : reading.message.type;
      expect(said).toMatch(/^(hello|result|heartbeat|.{20,})$/s);
    }),
  );
});

test.each([
  ['{"a":"b","__proto__":"c"}', "labels.__proto__ needs another name"],
  ['{"a":"\\u0000"}', "NUL"],
])("labels %s are refused, none is dropped", (labels, words) => {
  // Cause: zod leaves __proto__ out of maps without a word. Law: what is sent is kept or refused.
  const facts = { agent_version: "3.0.0", os: "linux", arch: "x64", transport: "service/2" };
  const capabilities = { restart: "", stop: "", update: "" };
  const tunnels = [{ proto: "http", forwards_to: "x:1", labels: JSON.parse(labels) as unknown }];
  const hello = { type: "hello", authtoken: "t", ...facts, capabilities, tunnels };
  expect(readMessage(AgentMessage, JSON.stringify(hello))).toHaveProperty(
    "fault",
    expect.stringContaining(words),
  );
});

test("a fault names the field, not the value", () => {
  const secret = "gha_secret";
  const reading = readMessage(
    AgentMessage,
    JSON.stringify({ type: "hello", authtoken: secret, os: secret, tunnels: secret }),
  );
  expect(reading).toHaveProperty("fault", expect.stringMatching(/: \w+/));
  expect(JSON.stringify(reading)).not.toContain(secret);
});

describe("a tunnel request", () => {
  const valid = (parts: object) =>
    TunnelRequest.safeParse({ proto: "http", forwards_to: "x:1", ...parts }).success;

  test.each([
    ["app", true],
    ["app.example.com", true],
    ["App.example.com", false],
    ["-a.example.com", false],
    ["a..b", false],
    ["", false],
    ["example.com:443", false],
    [`${"a".repeat(64)}.com`, false],
    [`${"a.".repeat(127)}a`, false],
  ])("hostname %s: %s", (hostname, expected) => {
    expect(valid({ hostname })).toBe(expected);
  });

  test("only TCP may ask for a port, a real one; labels and a hostname exclude each other", () => {
    expect(valid({ proto: "tcp", hostname: "db.example.com:5432" })).toBe(true);
    expect(valid({ proto: "tcp", hostname: "db.example.com:65536" })).toBe(false);
    expect(valid({ labels: { a: "b" } })).toBe(true);
    expect(valid({ labels: {} })).toBe(false);
    expect(valid({ labels: { a: "b" }, hostname: "app" })).toBe(false);
  });
});
