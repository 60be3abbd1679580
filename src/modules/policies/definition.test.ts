import { parse } from "@bufbuild/cel";
import { describe, expect, it } from "vitest";
import { ruleFaults } from "#contract/cel/policy-rules.ts";
import { policiesContract } from "#contract/modules/policies.ts";
import type { JsonObject } from "#forms/json.ts";
import { actionChoices, actionOf, actionWarning } from "./actions.ts";
import { policies } from "./definition.ts";
import { describeRules } from "./rule-text.ts";

const one: JsonObject = policiesContract.example;
const rules: [JsonObject, JsonObject] = [
  { name: "A", expressions: ["true"], actions: [{ type: "deny", config: { status_code: 403 } }], future: 1 },
  { name: "B", expressions: [], actions: [{ type: "log", note: "kept" }, { type: "deny" }] },
];
const many: JsonObject = { enabled: true, inbound: rules, other: true };
type Form = { inbound: JsonObject[]; outbound: JsonObject[] } & JsonObject;
const formOf = (base: JsonObject) => structuredClone(policies.toForm(base)) as Form;

describe("policies", () => {
  it("reordered rules and actions keep everything of theirs", () => {
    const form = formOf(many);
    form.inbound.reverse();
    (form.inbound[0]!["actions"] as JsonObject[]).reverse();
    const [a, b] = rules;
    expect(policies.toDraft(form, many)).toEqual({
      request: {
        ...many,
        inbound: [{ ...b, actions: [{ type: "deny" }, { type: "log", note: "kept" }] }, a],
      },
      issues: [],
    });
  });

  it("one rule stays one object, two become a list", () => {
    const form = formOf(one);
    form.inbound[0]!["name"] = "Renamed";
    expect(policies.toDraft(form, one).request).toEqual({
      ...one,
      inbound: { ...(one["inbound"] as object), name: "Renamed" },
    });
    form.inbound.push({ name: "Second", expressions: [], actions: [] });
    expect(policies.toDraft(form, one).request["inbound"]).toEqual([
      { ...(one["inbound"] as object), name: "Renamed" },
      { name: "Second" },
    ]);
  });

  it("a direction without rules is left out of a new module", () => {
    expect(policies.toDraft(formOf(policies.defaults), null)).toEqual({
      request: { enabled: true },
      issues: [],
    });
  });

  it("names what is wrong with a rule at its place", () => {
    const form = formOf(one);
    form.inbound[0]!["actions"] = [
      { type: "", config: "" },
      { type: "Not This", config: "[1]" },
      { type: "deny", config: "{" },
    ];
    form.inbound[0]!["expressions"] = [""];
    const paths = policies.toDraft(form, one).issues.map(({ path }) => path.join("."));
    expect(paths.toSorted()).toEqual([
      "inbound.actions.0.type",
      "inbound.actions.1.config",
      "inbound.actions.1.type",
      "inbound.actions.2.config",
      "inbound.expressions.0",
    ]);
  });

  it("sums itself up", () => {
    expect(policies.summary(one)).toBe("1 inbound rule, 1 outbound rule");
    expect(policies.summary({ enabled: true, inbound: null })).toBe("0 inbound rules, 0 outbound rules");
    expect(describeRules(rules)).toBe("2 rules: A (deny); B (log, deny)");
    expect(describeRules([{ actions: [{ type: "log" }] }])).toBe("1 rule: rule 1 (log)");
    expect([null, undefined, [], 3].map(describeRules)).toEqual(["none", "none", "none", "none"]);
  });
});

describe("actions", () => {
  it("each place offers only those that the edge has there", () => {
    expect(actionChoices("inbound")).toHaveLength(8);
    const outbound = ["custom-response", "log", "add-headers", "remove-headers"];
    expect(actionChoices("outbound").map(({ value }) => value)).toEqual(outbound);
    expect(actionChoices("connection").map(({ value }) => value)).toEqual(["deny", "log"]);
    expect(actionWarning("custom-response", "connection")).toBe("custom-response works on routes only.");
    expect(actionWarning("deny", "outbound")).toBe("deny works in inbound rules only.");
    expect([actionWarning("deny", "inbound"), actionWarning("new-one", "outbound")]).toEqual([null, null]);
    expect(actionOf("constructor")).toBeNull();
  });

  it("each example is a config that the contract takes and the edge can apply", () => {
    for (const { value } of actionChoices("inbound")) {
      const rule = { actions: [{ type: value, config: actionOf(value)?.example }] };
      expect(policiesContract.request.safeParse({ inbound: rule }).success).toBe(true);
      expect(ruleFaults(parse, rule, "inbound")).toEqual([]);
    }
  });
});
