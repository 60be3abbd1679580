import { expect, test } from "vitest";
import { ROOMS } from "../rooms.mjs";
import { read, tracked } from "./documents.ts";

const picture = /```mermaid\n([\s\S]*?)```/.exec(read("docs/architecture.md"))?.[1] ?? "";

/** The arrows of the picture: `a --> b & c --> d`. */
function arrows(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of picture.split("\n").filter((one) => one.includes("-->"))) {
    const steps = line.split("-->").map((step) => step.split("&").map((name) => name.trim()));
    for (const [i, from] of steps.entries()) {
      for (const name of from)
        found.set(name, new Set([...(found.get(name) ?? []), ...(steps[i + 1] ?? [])]));
    }
  }
  return found;
}

function below(room: string, direct: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const next = [...(direct.get(room) ?? [])];
  return [...new Set(next.flatMap((name) => [name, ...below(name, direct)]))].toSorted();
}

test("the picture of the rooms is scripts/rooms.mjs", () => {
  const drawn = arrows();
  const imports = Object.fromEntries([...drawn.keys()].map((room) => [room, below(room, drawn)]));
  const listed = Object.entries(ROOMS).map(([room, { may }]) => [room, [...may].toSorted()]);
  expect(imports).toEqual(Object.fromEntries(listed));
});

test("every room is described below the picture", () => {
  const rows = [...read("docs/architecture.md").matchAll(/^\| `([a-z-]+)` /gm)].map(([, room = ""]) => room);
  const folders = tracked("src/*/**").map((file) => file.split("/")[1] ?? "");
  expect(rows.toSorted()).toEqual([...new Set([...Object.keys(ROOMS), ...folders])].toSorted());
});
