import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { TEST_MS } from "../scripts/patience.mjs";
import { seeded } from "./demo/random.ts";
import type { TestDatabase } from "./testing/postgres-database.ts";
import { allowConnections, createTestDatabase } from "./testing/test-postgres.ts";
import { buildService, launchService, type ServiceProcess } from "./testing/test-process.ts";
import { CLOCK } from "./testing/torture/clock.ts";
import { mountSmallDisk, moveToSmallDisk, type SmallDisk } from "./testing/torture/small-disk.ts";
import { type Ask, type Counts, everything, Writer } from "./testing/torture/writer.ts";

/** `npm run torture` asks for more rounds, and for all the other faults. */
const ASKED = process.env["GATEHOUSE_TORTURE_ROUNDS"];
const ROUNDS = Number(ASKED ?? 2);
const SEED = Number(process.env["GATEHOUSE_TORTURE_SEED"] ?? Date.now() % 2_147_483_647);
const POSTGRES = inject("postgres") as string | undefined;
const WRITERS = 6;
/** Only against hanging. */
const timeout = TEST_MS + ROUNDS * 10_000;

let dir: string;
let database: TestDatabase | null;
let running: ServiceProcess | undefined;
let disk: SmallDisk | null;
let counts: Counts;
let writers: Writer[];
let random: () => number;

beforeAll(() => buildService());
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-torture-"));
  database = await createTestDatabase({ bare: true });
  disk = null;
  counts = { answered: 0, kept: 0, refused: 0, whole: 0, none: 0, problems: [] };
  writers = Array.from({ length: WRITERS }, (_, index) => new Writer(`w${index}`, SEED + index, counts));
  random = seeded(SEED);
});
afterEach(async () => {
  if (running) await kill(running);
  running = undefined;
  await database?.drop();
  await disk?.close();
  rmSync(dir, { recursive: true, force: true });
});

function launch({ data = join(dir, "data"), node = [] as readonly string[] } = {}): ServiceProcess {
  const env: Record<string, string> = database ? { GATEHOUSE_DATABASE_URL: database.url } : {};
  running = launchService(["--data", data], { env, node });
  return running;
}

async function askOf({ origin }: ServiceProcess): Promise<Ask> {
  const base = `${await origin}/api`;
  const key = readFileSync(join(dir, "data/admin.key"), "utf8").trim();
  const headers = {
    authorization: `Bearer ${key}`,
    "service-version": "2",
    "content-type": "application/json",
  };
  return async (operation, body) => {
    const [method = "", path = ""] = operation.split(" ");
    const sent = body && { body: JSON.stringify(body) };
    const answer = await fetch(`${base}${path}`, { method, headers, ...sent });
    const text = await answer.text();
    return { status: answer.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} };
  };
}

const statusOf = async ({ origin }: ServiceProcess, path: string) =>
  (await fetch(`${await origin}${path}`)).status;

const readyIs = (service: ServiceProcess, status: number) =>
  vi.waitFor(async () => expect(await statusOf(service, "/readyz")).toBe(status));

const checkWrites = (ask: Ask) => Promise.all(writers.map((writer) => writer.check(ask)));

/** Starts it, and finds everything there that it ever answered. */
async function startAndCheck(options?: Parameters<typeof launch>[0]) {
  const service = launch(options);
  const ask = await askOf(service);
  await checkWrites(ask);
  return { service, ask };
}

/** Lets all write at once, each until it gets no answer, or `act` is done after some writes and a random moment more. */
async function writeUntil(ask: Ask, act: () => Promise<unknown>, most = 80): Promise<void> {
  let over = false;
  const enough = counts.answered + random() * most;
  const acting = async () => {
    const end = performance.now() + 2_000;
    while (counts.answered < enough && performance.now() < end) await sleep(1);
    await sleep(random() * 10);
    await act().finally(() => (over = true));
  };
  await Promise.all([acting(), ...writers.map((writer) => writer.run(ask, () => over))]);
}

/** True when it starts; when it does not it has to say why in one line. */
async function startsOrTells({ origin, errors }: ServiceProcess, words: RegExp): Promise<boolean> {
  const started = await origin.then(
    () => true,
    () => false,
  );
  if (!started && (!words.test(errors()) || errors().trim().includes("\n")))
    counts.problems.push(`It did not start: ${errors()}`);
  return started;
}

async function kill({ child, exited }: ServiceProcess): Promise<void> {
  child.kill("SIGKILL");
  await exited;
}

async function stop({ child, exited, errors }: ServiceProcess): Promise<void> {
  child.kill("SIGTERM");
  const [code] = await exited;
  if (code !== 0) counts.problems.push(`It was told to stop and ended with ${code}: ${errors()}`);
}

/** Nothing is there that was not written, and as many events as changes. */
async function checkAll(ask: Ask): Promise<void> {
  const states = writers.map((writer) => writer.state());
  const there: string[] = [];
  for (const path of ["/ip_policies", "/credentials", "/edges/https"])
    for await (const { id } of everything(ask, path)) there.push(`${path}/${String(id)}`);
  expect(there.toSorted()).toEqual(states.flatMap(({ live }) => live).toSorted());
  let events = 0;
  for await (const _ of everything(ask, "/events")) events += 1;
  expect(events).toBe(states.reduce((sum, { changes }) => sum + changes, 0));
}

/** What a run came to, printed; the answer is what must be empty. */
function outcome(fault: string): { lost: number; problems: string[] } {
  const { answered, kept, refused, whole, none, problems } = counts;
  process.stdout.write(
    `torture ${POSTGRES ? "postgres" : "sqlite"}: ${fault}; ${answered} writes answered, ${kept} of them kept; ` +
      `${refused} refused; ${whole + none} without an answer, ${whole} of them done whole, ${none} not at all; seed ${SEED}\n`,
  );
  return { lost: answered - kept, problems };
}

const NOTHING = { lost: 0, problems: [] };

test("kill -9 at random moments loses no answered write and leaves none half done", { timeout }, async () => {
  // Law: what was answered is on the disk, with its event; what was not is there whole or not at all.
  let starting = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (random() < 0.2) {
      starting += 1;
      const service = launch();
      await sleep(random() * 600);
      await kill(service);
    }
    const { service, ask } = await startAndCheck();
    await writeUntil(ask, () => kill(service));
  }
  const { service, ask } = await startAndCheck();
  await writeUntil(ask, () => stop(service));
  await checkAll((await startAndCheck()).ask);
  expect(outcome(`${ROUNDS + starting} killed, ${starting} of them while starting, 1 told to stop`)).toEqual(
    NOTHING,
  );
  expect(counts.answered).toBeGreaterThan(ROUNDS);
});

const SHORT = ASKED === undefined;
const rareRounds = Math.ceil(ROUNDS / 5);

test.skipIf(SHORT)(
  "SIGTERM under load ends well, and every answered write is kept",
  { timeout },
  async () => {
    for (let round = 0; round < rareRounds; round += 1) {
      const { service, ask } = await startAndCheck();
      await writeUntil(ask, () => stop(service));
    }
    await checkAll((await startAndCheck()).ask);
    expect(outcome(`${rareRounds} told to stop`)).toEqual(NOTHING);
  },
);

test.skipIf(SHORT)("a clock that jumps loses nothing and holds nothing up", { timeout }, async () => {
  const { service, ask } = await startAndCheck({ node: ["--import", CLOCK] });
  for (let round = 0; round < rareRounds; round += 1) {
    await writeUntil(ask, async () => service.child.kill("SIGUSR2"));
    await checkWrites(ask);
    expect(await statusOf(service, "/readyz")).toBe(200);
  }
  await stop(service);
  await checkAll((await startAndCheck()).ask);
  expect(outcome(`${rareRounds} jumps of the clock`)).toEqual(NOTHING);
  expect(counts.whole + counts.none).toBe(0);
});

test.skipIf(SHORT || !POSTGRES)(
  "a Postgres that goes and comes back loses nothing",
  { timeout },
  async () => {
    const { url } = database!;
    const { service, ask } = await startAndCheck();
    for (let round = 0; round < rareRounds; round += 1) {
      await writeUntil(ask, () => allowConnections(url, false));
      await readyIs(service, 503);
      await allowConnections(url, true);
      await readyIs(service, 200);
      await checkWrites(ask);
    }
    await checkAll(ask);
    expect(outcome(`${rareRounds} times gone and back`)).toEqual(NOTHING);
  },
);

test.skipIf(SHORT)(
  "a full disk refuses writes, loses none, and is over when there is room",
  { timeout },
  async (task) => {
    const folder = join(dir, POSTGRES ? "space" : "data");
    disk =
      POSTGRES && database
        ? await moveToSmallDisk(POSTGRES, database, folder, 128)
        : mountSmallDisk(folder, 64);
    task.skip(!disk, "this user may not mount a small disk");
    if (!disk) return;
    let refusedStarts = 0;
    let { service, ask } = await startAndCheck();
    for (let round = 0; round < rareRounds; round += 1) {
      await writeUntil(ask, () => Promise.resolve());
      disk.fill();
      const before = counts.refused;
      await writeUntil(ask, () => vi.waitFor(() => expect(counts.refused).toBeGreaterThan(before)), 0);
      await checkWrites(ask);
      if (round % 2 === 0) {
        await kill(service);
        const again = launch();
        if (!(await startsOrTells(again, /^The data folder .* (its disk is full|no room left) /)))
          refusedStarts += 1;
        await kill(again);
        disk.free();
        ({ service, ask } = await startAndCheck());
      } else {
        disk.free();
        await readyIs(service, 200);
      }
    }
    await writeUntil(ask, () => Promise.resolve());
    await checkWrites(ask);
    await checkAll(ask);
    expect(outcome(`disk full ${rareRounds} times, ${refusedStarts} starts on it refused`)).toEqual(NOTHING);
  },
);

test.skipIf(SHORT || POSTGRES)(
  "a damaged file is refused in words, or what is lost in it is told",
  { timeout },
  async () => {
    const { service, ask } = await startAndCheck();
    await writeUntil(ask, () => stop(service), 400);
    const paths = writers.flatMap((writer) => writer.state().live);
    let [refused, told] = [0, 0];
    for (let round = 0; round < rareRounds * 2; round += 1) {
      const data = join(dir, "damaged");
      cpSync(join(dir, "data"), data, { recursive: true });
      damage(join(data, "gatehouse.db"), round % 2 === 0);
      const damaged = launch({ data });
      if (await startsOrTells(damaged, /is damaged|is not a database|is empty/)) {
        const askDamaged = await askOf(damaged);
        for (const path of paths) {
          const { status, body } = await askDamaged(`GET ${path}`);
          if (status === 503) told += 1;
          else if (status !== 200) counts.problems.push(`${path}: ${status} ${JSON.stringify(body)}`);
        }
      } else refused += 1;
      await kill(damaged);
      rmSync(data, { recursive: true });
    }
    const answers = `${told} of the other answers were 503`;
    await checkAll((await startAndCheck()).ask);
    expect(outcome(`${rareRounds * 2} damaged files, ${refused} refused; ${answers}`)).toEqual(NOTHING);
  },
);

/** Cuts the file off anywhere, or overwrites one of its pages. */
function damage(file: string, cut: boolean): void {
  const { size } = statSync(file);
  if (cut) return truncateSync(file, Math.floor(random() * size));
  const bytes = readFileSync(file);
  const page = Math.floor((random() * size) / 4096);
  bytes.fill(0xff, page * 4096, (page + 1) * 4096);
  writeFileSync(file, bytes);
}
