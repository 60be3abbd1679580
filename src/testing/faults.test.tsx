import { expect, test } from "vitest";
import { newId } from "#service/store/ids.ts";
import { newToken } from "#service/store/tokens.ts";
import { shortenId } from "#ui/format.ts";
import { showsRaw } from "./faults.ts";

// Cause: ids are 27 random letters and digits; one that spelled "nan" failed every cell of its page, some days.
test("an id or a token may spell what a page may not say", () => {
  const id = newId("tlsEdge");
  const spelled = `${id.slice(0, -4)}NaN7`;
  const token = newToken("apiKey", id).replace(/.{4}$/, "nan7");
  expect(showsRaw(`Edge ${spelled}Copied${token}.`)).toBe(false);
  expect(showsRaw(`TCP edge${shortenId(`${id.slice(0, -4)}xyNA`)}No such TCP edge`)).toBe(false);
  expect(showsRaw(`Edge ${spelled}NaN days`)).toBe(true);
  expect(showsRaw("undefined endpoints")).toBe(true);
});
