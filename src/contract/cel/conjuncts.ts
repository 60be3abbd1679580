/** A piece of a text: from its first character to after its last. */
export type Span = { from: number; to: number };

/** Texts in quotes, as CEL writes them, and remarks: what is in them joins nothing. */
const OPAQUE =
  /(?:[rR][bB]?|[bB][rR])(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n]*"|'[^'\n]*')|"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*/y;

/** The pieces of an expression that `&&` joins, without the brackets around them; one where it joins none. */
export function conjunctSpans(text: string, within: Span = { from: 0, to: text.length }): Span[] {
  const span = bare(text, within);
  const joints: number[] = [];
  for (const { at, depth } of signsOf(text, span)) {
    if (depth > 0) continue;
    // They bind less: what `&&` joins below them is no piece of its own.
    if (text.startsWith("||", at) || text[at] === "?") return [span];
    if (text.startsWith("&&", at)) joints.push(at);
  }
  if (joints.length === 0) return [span];
  return [...joints, span.to].flatMap((to, index) => {
    const before = joints[index - 1];
    return conjunctSpans(text, { from: before === undefined ? span.from : before + 2, to });
  });
}

/** Without spaces and brackets that hold all of it. */
function bare(text: string, { from, to }: Span): Span {
  const space = /(?:\s|\/\/[^\n]*(?:\n|$))*/y;
  space.lastIndex = from;
  const start = from + (space.exec(text)?.[0].length ?? 0);
  const end = start + text.slice(start, to).trimEnd().length;
  if (text[start] !== "(" || end <= start) return { from: Math.min(start, to), to: Math.max(end, start) };
  const signs = [...signsOf(text, { from: start, to: end })];
  const closes = signs.find(({ at, depth }) => depth === 0 && text[at] === ")");
  return closes?.at === end - 1 ? bare(text, { from: start + 1, to: end - 1 }) : { from: start, to: end };
}

/** Each character outside of quotes and remarks, with the brackets that are open around it; a bracket has the depth of its pair. */
function* signsOf(text: string, { from, to }: Span): Generator<{ at: number; depth: number }> {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    OPAQUE.lastIndex = at;
    const opaque = OPAQUE.exec(text)?.[0].length;
    if (opaque !== undefined) {
      at += opaque - 1;
      continue;
    }
    const sign = text[at] ?? "";
    if (")]}".includes(sign)) depth -= 1;
    yield { at, depth };
    if ("([{".includes(sign)) depth += 1;
  }
}
