import * as fc from "fast-check";
import { expect, it } from "vitest";
import { parse } from "#contract/issues.ts";
import { EventDestinationCreate } from "#contract/event-destination.ts";
import { ARN_FIELDS, bodyOf, DEFAULTS, isAws, type Values } from "./target-values.ts";

const KINDS = Object.keys(DEFAULTS.target) as (keyof Values["target"])[];
const filled = (kind: string, login: string): Values => {
  const values = structuredClone({ ...DEFAULTS, kind, login });
  values.target.webhook.url = " https://hooks.example.com/in ";
  values.target.file.name = "audit.ndjson";
  for (const [aws, { field, example }] of Object.entries(ARN_FIELDS)) {
    const target = values.target[aws as keyof typeof ARN_FIELDS];
    Object.assign(target, { [field]: ` ${example}` });
    target.auth.role.role_arn = "arn:aws:iam::123456789012:role/events";
    target.auth.creds = { aws_access_key_id: "AKIAEXAMPLEKEY000", aws_secret_access_key: "secret" };
  }
  return values;
};

it("what is typed for one kind of target is a request that the contract takes, with that target and one way in", () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), fc.constantFrom("role", "creds"), (kind, login) => {
      const body = bodyOf(filled(kind, login));
      expect([kind, parse(EventDestinationCreate, body).issues ?? []]).toEqual([kind, []]);
      expect(Object.keys(body.target ?? {})).toEqual([kind]);
      if (!isAws(kind)) return;
      expect(Object.keys((body.target as Record<string, { auth: object }>)[kind]?.auth ?? {})).toEqual([
        login,
      ]);
      expect(JSON.stringify(body).includes("secret")).toBe(login === "creds");
    }),
  );
});

it("what is missing is told at its field", () => {
  for (const kind of KINDS) {
    const { issues = [] } = parse(EventDestinationCreate, bodyOf({ ...DEFAULTS, kind }));
    expect(issues.length).toBeGreaterThan(0);
    for (const { path } of issues) expect(path.slice(0, 2)).toEqual(["target", kind]);
  }
});
