const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;
const INDENTED_MAX = 20;

/** The tokens of a text that is a JSON object or list, each as it was written; null for any other text. */
function tokensOf(text: string): string[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return text.match(TOKEN);
}

const closes = (token: string | undefined) => token === "}" || token === "]";

/**
 * A JSON object or list with line breaks and indents; null for any other text. Names and values stay as they were
 * written: a number longer than a double holds keeps all its digits, a name given twice is shown twice.
 */
export function prettyJson(text: string): string | null {
  const tokens = tokensOf(text);
  if (!tokens) return null;
  let depth = 0;
  let out = "";
  const newLine = () => `\n${"  ".repeat(Math.min(depth, INDENTED_MAX))}`;
  for (const [index, token] of tokens.entries()) {
    if (token === "{" || token === "[") {
      depth += 1;
      out += closes(tokens[index + 1]) ? token : token + newLine();
    } else if (closes(token)) {
      depth -= 1;
      out += out.endsWith("{") || out.endsWith("[") ? token : newLine() + token;
    } else if (token === ",") out += token + newLine();
    else out += token === ":" ? ": " : token;
  }
  return out;
}

const wordOf = (tokens: readonly string[]) => {
  const [only = ""] = tokens;
  return tokens.length === 1 && only.startsWith('"') ? String(JSON.parse(only)) : tokens.join("");
};

/** Metadata on one line: the fields of a JSON object as "host: fra-gw-01 · team: freight", any other text without its line breaks. */
export function metadataLine(text: string): string {
  const tokens = tokensOf(text);
  if (tokens?.[0] !== "{") return text.replaceAll(/\s+/g, " ").trim();
  const fields: string[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(1, -1)) {
    if (token === "{" || token === "[") depth += 1;
    if (closes(token)) depth -= 1;
    if (token === "," && depth === 0) fields.push([]);
    else fields.at(-1)?.push(token);
  }
  return fields
    .filter((field) => field.length > 0)
    .map(([name = "", , ...value]) => `${wordOf([name])}: ${wordOf(value)}`)
    .join(" · ")
    .replaceAll(/\s+/g, " ");
}
