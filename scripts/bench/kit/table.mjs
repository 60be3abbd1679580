// docs/performance.md: what each bench measured last, a section each, between two markers.

/**
 * One figure of a bench. `value` is in `unit`; `ratio` is it over the yardstick's, measured in the same run. What has no `aim` is only
 * told; `note` says what stands in the way of one that is not met.
 * @typedef {{ bench: string, value: number, unit: string, yardstick?: string, ratio?: number, aim?: string, met?: boolean, note?: string }} Figure
 */

export const DOCUMENT = "docs/performance.md";
const START = "<!-- What follows is written by `npm run bench -- --write`. -->\n";
const END = "<!-- What was measured ends here. -->\n";

/** A whole number as it is, any other with three digits that count. @param {number} value */
const shown = (value) =>
  new Intl.NumberFormat("en", Number.isInteger(value) ? {} : { maximumSignificantDigits: 3 }).format(value);

/** @param {string} text */
const cell = (text) => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").trim();

/** @param {string} name @param {string} head @param {readonly Figure[]} figures */
function section(name, head, figures) {
  const rows = figures.map(({ bench, value, unit, yardstick = "", ratio, aim = "", met, note }) => {
    const result = met ? "yes" : `no${note ? `: ${note}` : ""}`;
    const cells = [
      bench,
      `${shown(value)} ${unit}`,
      yardstick,
      ratio === undefined ? "" : shown(ratio),
      aim,
      aim === "" ? "" : result,
    ];
    return `| ${cells.map(cell).join(" | ")} |`;
  });
  const columns = ["Figure", "Measured", "Yardstick", "Ratio", "Aim", "Met"];
  return [
    `### ${name}`,
    "",
    head,
    "",
    `| ${columns.join(" | ")} |`,
    `|${" --- |".repeat(columns.length)}`,
    ...rows,
    "",
  ].join("\n");
}

/** The part of the document between its markers. @param {string} document */
function parts(document) {
  const start = document.indexOf(START) + START.length;
  const end = document.indexOf(END);
  if (start < START.length || end < start)
    throw new Error(`${DOCUMENT} has lost its markers: ${START}${END}`);
  return {
    before: document.slice(0, start),
    written: document.slice(start, end),
    after: document.slice(end),
  };
}

/** The sections of the document, by the name of their bench. @param {string} document @returns {Map<string, string>} */
export function sections(document) {
  const all = parts(document)
    .written.split(/^(?=### )/m)
    .slice(1);
  return new Map(all.map((text) => [text.slice(4, text.indexOf("\n")), text.trimEnd()]));
}

/**
 * The document with a bench's section in it, in place of its last one; sections of benches that are not among `names` go.
 * @param {string} document @param {string} name @param {string} head @param {readonly Figure[]} figures @param {readonly string[]} names
 */
export function withSection(document, name, head, figures, names) {
  const { before, after } = parts(document);
  const all = sections(document).set(name, section(name, head, figures).trimEnd());
  const kept = names.flatMap((one) => all.get(one) ?? []);
  return `${before}\n${kept.join("\n\n")}\n\n${after}`;
}
