/** Characters shown of what can’t be read. */
const NEAR = 20;

/** What other languages write, at the place where the parser stopped, and what to change. */
const INSTEAD: readonly (readonly [wrong: RegExp, change: string])[] = [
  [/^===/, "Compare with =="],
  [/^(?:!==|<>)/, "Compare with !="],
  [/^(?:=~|~|like\b)/i, "Use matches(), contains(), startsWith() or endsWith()"],
  [/^(?:and\b|&(?!&))/i, "Join with &&"],
  [/^(?:or\b|\|(?!\|))/i, "Join with ||"],
  [/^in\s*\(/, "Write the list in square brackets: [80, 443]"],
  [/^[^'"]*[“”„‘’`]/, "Use straight quotes"],
  [/^[^'"]*(?:"[^"]*|'[^']*)$/, "Close the quote"],
  [/^[;#]/, "Remove it and what follows"],
  [/^\)/, "Remove this bracket, or open one before it"],
  [/^(?:\.\.|\?\.|\.\?)/, "Write one dot between names"],
];

/** Why a filter can’t be read, by the place where the parser stopped, and what to change; null where that is all of it. */
export function filterSyntax(text: string, offset: number, example: string): string | null {
  const rest = text.slice(offset).trimEnd();
  if (text.trim() === "" || /^=[^=~]/.test(rest)) return null;
  if (/^(?:&&|\|\||[-+*/%<>=!.,?:]=?)?$/.test(rest)) return `ends too early. Example: ${example}`;
  const near = rest.length > NEAR ? `${rest.slice(0, NEAR)}…` : rest;
  const change = /\bnot\s+$/i.test(text.slice(0, offset))
    ? "Write ! for not"
    : (INSTEAD.find(([wrong]) => wrong.test(rest))?.[1] ?? bracketLeft(rest));
  return `can’t be read from character ${offset + 1} on: ${near}. ${change ?? `Example: ${example}`}`;
}

function bracketLeft(rest: string): string | undefined {
  const open = rest.split(/[([{]/).length - rest.split(/[)\]}]/).length;
  return open > 0 ? "Close the bracket" : undefined;
}

const MACROS = new Set("exists exists_one all map filter".split(" "));

/** What to change where there is no such function: the parser leaves those whose brackets hold what is wrong. */
export function functionFault(name: string, near: string | undefined): string {
  if (name === "has") return "needs one field in has(). Example: has(ev.conn.server_name)";
  if (MACROS.has(name))
    return `needs a list before ${name}(), and a name and a condition in it. Example: [80, 443].${name}(port, port == 80)`;
  const others = "Of a text there are contains(), endsWith(), matches(), size() and startsWith()";
  return `has a function that does not exist: ${name}(). ${near ? `Did you mean ${near}()?` : others}`;
}
