// Cause: visitors read "No agent that serves this address is online" or "so nobody is let in": words of the edge, and nothing to do.
// Law: a page says what happened in words of its reader, then what to do.
import { expect, test } from "vitest";
import { REFUSALS } from "./refusals.ts";

const DO =
  /(?:^|, (?:then|or|but) )(?:Try|Check|Ask|Send|Use|Open|Write|Install|Connect|Get|If it is yours, \w+|If you)/;
const OF_THE_EDGE = /\b(?:agent that serves|route of|let in|tunnel|edge|module|does not answer)\b/i;

test.each(Object.entries(REFUSALS))("%s says what happened and what to do", (_name, { title, text }) => {
  const [happened = "", ...todo] = text.split(/(?<=\.) /);
  expect(happened).not.toMatch(DO);
  expect(todo.some((sentence) => DO.test(sentence))).toBe(true);
  expect(`${title} ${text}`).not.toMatch(OF_THE_EDGE);
});
