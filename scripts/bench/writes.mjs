// Durable creates of eight writers at once, against a store that syncs for each of them as this one did: the same insert, one
// commit each, in the same folder.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Libsql from "libsql";
import { headers, origin, withService } from "../load/service.mjs";
import { median, pour } from "./kit/raw-client.mjs";

const WRITERS = 8;
const ROUNDS = 5;
const ROUND_MS = 1000;

/** Commits of one row each in a second. @param {Libsql.Database} database */
function commitsPerSecond(database) {
  const insert = database.prepare("insert into t (text) values (?)");
  const started = performance.now();
  let count = 0;
  for (; performance.now() - started < ROUND_MS; count += 1) {
    database.exec("begin immediate");
    insert.run(["x".repeat(300)]);
    database.exec("commit");
  }
  return (count * 1000) / (performance.now() - started);
}

/** @param {(figure: import("./kit/table.mjs").Figure) => void} report */
export async function bench(report) {
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const database = new Libsql(join(dir, "yardstick.db"));
  database.exec("pragma journal_mode = wal; pragma synchronous = full; create table t (text)");
  try {
    await withService(async () => {
      let n = 0;
      const next = () => ({
        method: "POST",
        path: "/api/ip_policies",
        headers,
        body: JSON.stringify({ description: String((n += 1)) }),
      });
      /** @type {Record<"one" | "many" | "syncs", number[]>} */
      const rates = { one: [], many: [], syncs: [] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        const syncs = commitsPerSecond(database);
        const one = await pour(origin, next, { ms: ROUND_MS, connections: 1 });
        const many = await pour(origin, next, { ms: ROUND_MS, connections: WRITERS });
        if (Object.keys({ ...one.statuses, ...many.statuses }).join() !== "201")
          throw new Error("A create was refused.");
        if (round === 0) continue;
        rates.syncs.push(syncs);
        rates.one.push(one.perSecond);
        rates.many.push(many.perSecond);
      }
      const [one, many, syncs] = [median(rates.one), median(rates.many), median(rates.syncs)];
      report({
        bench: `durable creates, ${WRITERS} writers`,
        value: Math.round(many),
        unit: "creates/s",
        yardstick: `one writer ${Math.round(one)}/s, bare commits ${Math.round(syncs)}/s`,
        ratio: many / one,
        aim: "≥ 325 creates/s",
        met: many >= 325,
      });
    }, ["--demo", "0"]);
  } finally {
    database.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
