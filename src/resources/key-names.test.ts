// Cause: two keys of one name were one choice twice among the filters of the activity. Law: what is chosen by its name alone is told
// apart by it.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { ApiKey } from "#contract/api-key.ts";
import { newId } from "#service/store/ids.ts";
import { keyNames } from "./key-names.ts";

it("tells keys of one name apart, and leaves other names as they are", () => {
  const description = fc.constantFrom("ci", "deploy", "", null, "admin");
  fc.assert(
    fc.property(fc.array(description, { maxLength: 12 }), (all) => {
      const keys = all.map((one) => ({ id: newId("apiKey"), description: one }) as ApiKey);
      const names = keyNames(keys);
      expect(new Set(names.values()).size).toBe(keys.length);
      for (const { id, description: name } of keys) {
        expect(names.get(id)?.startsWith(name ?? "")).toBe(true);
        const isOnly = keys.filter((key) => key.description === name).length === 1;
        expect(names.get(id) === name).toBe(isOnly && Boolean(name));
      }
    }),
  );
});
