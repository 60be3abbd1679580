/** One header of a message. */
export type Header = { name: string; value: string };

/** Reads `Name: value` lines as a message shows them; blank lines and a first line like `GET / HTTP/1.1` are passed over. */
export function readHeaders(text: string): { headers: Header[]; unread: { line: number; text: string }[] } {
  const headers: Header[] = [];
  const unread: { line: number; text: string }[] = [];
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim();
    if (line === "" || (index === 0 && /^(HTTP\/\S+ \d{3}|[A-Z]+ \S+ HTTP\/\S+)/.test(line))) continue;
    const [, name, value] = /^([^\s:]+):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined) unread.push({ line: index + 1, text: line });
    else headers.push({ name, value: value ?? "" });
  }
  return { headers, unread };
}
