/** @type {Map<string, readonly string[]>} */
const filesOf = new Map();
/** @type {readonly string[]} */
let entries = [];

/** Learns which files each file imports. @type {import("vite").Plugin} */
export const findFiles = {
  name: "files",
  apply: "build",
  generateBundle: {
    order: "pre",
    handler: (_, bundle) => {
      const chunks = Object.values(bundle).flatMap((one) => (one.type === "chunk" ? one : []));
      for (const { fileName, imports } of chunks) filesOf.set(fileName, imports);
      entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
    },
  },
};

/** Files and all that they import. @param {readonly string[]} names @param {Set<string>} all @returns {ReadonlySet<string>} */
function importedBy(names, all = new Set()) {
  for (const name of names) if (!all.has(name)) importedBy(filesOf.get(name) ?? [], all.add(name));
  return all;
}

/** What is not loaded yet where a file runs. @param {readonly string[]} names @param {string} host */
export function notLoadedIn(names, host) {
  const loaded = importedBy([...entries, host]);
  return names.filter((name) => !loaded.has(name));
}
