import * as fc from "fast-check";
import { expect, it } from "vitest";
import { asText, plainForm } from "./plain-form.ts";

const form = plainForm({
  title: "Thing",
  labels: { names: "Names", text: "Text" },
  empty: { names: [] as string[], text: "" },
  show: asText,
  read: ({ text, ...rest }) => ({ ...rest, text: String(text).trim() }),
  check: (_, changes) => Object.keys(changes).map((name) => ({ path: [name], message: "differs" })),
});
const values = fc.record({ names: fc.array(fc.string()), text: fc.string() });

it("what differs, put over what was there, is what was wanted; nothing differs from itself", () => {
  fc.assert(
    fc.property(values, values, (from, to) => {
      const changes = form.changesOf(from, to);
      expect({ ...from, ...changes }).toEqual(to);
      expect(Object.keys(changes)).toEqual(
        (["names", "text"] as const).filter(
          (name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]),
        ),
      );
      expect(form.changesOf(to, structuredClone(to))).toEqual({});
    }),
  );
});

it("edits its own fields alone, and an empty one where nothing is written", () => {
  const object = fc.record({ id: fc.string(), text: fc.option(fc.string()) }, { requiredKeys: ["id"] });
  fc.assert(
    fc.property(object, (one) => {
      expect(form.editableOf(one)).toEqual({ names: [], text: one.text ?? "" });
    }),
  );
});

it("checks what it would send against what is there", () => {
  const { toDraft } = form.definition;
  expect(toDraft({ names: [], text: " a " }, { names: [], text: "a" })).toEqual({
    request: { names: [], text: "a" },
    issues: [],
  });
  expect(toDraft({ names: [], text: "b" }, { names: [], text: "a" }).issues.map(({ path }) => path)).toEqual([
    ["text"],
  ]);
});
