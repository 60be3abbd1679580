/** Bounds of an XML document: levels of elements, and how many elements, attributes and comments there are in all. */
type XmlBounds = { depth: number; parts: number };

const ENDS = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;
const TAG = /<(\/?)[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>/y;

/**
 * Whether a document goes beyond `bounds`, told in one pass and before anything parses it: a parser's time grows faster
 * than the depth and the number of what it reads. A document type is told too. It looks no further where the document is
 * not well-formed, which is the parser's to say: that stops there too.
 */
export function xmlSize(xml: string, bounds: XmlBounds): "deep" | "large" | "doctype" | "fits" {
  let depth = 0;
  let parts = 0;
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at)) {
    const [begin, end] = ENDS.find(([opening]) => xml.startsWith(opening, at)) ?? [];
    TAG.lastIndex = at;
    const tag = begin === undefined && xml[at + 1] !== "!" ? TAG.exec(xml) : null;
    if (begin !== undefined) {
      const found = xml.indexOf(end, at + begin.length);
      if (found < 0) return "fits";
      parts += 1;
      at = found + end.length;
    } else if (tag) {
      at += tag[0].length;
      parts += 1 + attributes(tag[0]);
      if (tag[1] === "/") depth -= 1;
      else if (depth === bounds.depth) return "deep";
      else if (!tag[0].endsWith("/>")) depth += 1;
    } else return xml.startsWith("<!DOCTYPE", at) ? "doctype" : "fits";
    if (parts > bounds.parts) return "large";
  }
  return "fits";
}

/** Each attribute has a value in quotes; in a closing tag there is none. */
function attributes(tag: string): number {
  return tag.match(/"[^"]*"|'[^']*'/g)?.length ?? 0;
}
