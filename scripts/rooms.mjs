/**
 * The rooms of the house and which others each may import: the one list of them. Lint keeps it (oxlint.config.mjs).
 * `console` rooms stand in src/, from the bottom up; the programs beside it share only the contract.
 * @type {Readonly<Record<string, { folder: string, may: readonly string[] }>>}
 */
export const ROOMS = {
  contract: { folder: "src/contract", may: [] },
  ui: { folder: "src/ui", may: [] },
  forms: { folder: "src/forms", may: ["contract", "ui"] },
  api: { folder: "src/api", may: ["contract"] },
  ...consoleRooms(
    ["contract", "ui", "forms", "api"],
    [
      ["resources"],
      ["components"],
      ["table"],
      ["editing"],
      ["policy-lab", "edges", "fleet", "traffic", "filters"],
      ["modules"],
      ["activity"],
      ["pages"],
      ["app"],
    ],
  ),
  edge: { folder: "edge", may: ["contract"] },
  service: { folder: "service", may: ["contract", "edge"] },
  agent: { folder: "agent", may: ["contract"] },
};

/**
 * Each floor may import all below it, rooms of one floor not each other.
 * @param {readonly string[]} ground @param {readonly (readonly string[])[]} floors
 */
function consoleRooms(ground, floors) {
  const below = [...ground];
  return Object.fromEntries(
    floors.flatMap((floor) => {
      const may = [...below];
      below.push(...floor);
      return floor.map((name) => [name, { folder: `src/${name}`, may }]);
    }),
  );
}

/** Folders whose own folders may not import each other, with the folders in them that all may. */
export const SIBLINGS = { "src/pages": [], "src/modules": ["kit", "lint"] };
