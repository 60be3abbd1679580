import { crash } from "./crash.ts";
import { fileURLToPath } from "node:url";
import { version as sourceVersion } from "../package.json";
import { UpdateReport } from "#contract/agent-release.ts";
import { AUTHTOKEN_VARIABLE, findAuthtoken } from "./authtoken.ts";
import { ConfigError, hideFlags, withoutFlags } from "#contract/command-line.ts";
import { check } from "./check.ts";
import { createLog } from "./log.ts";
import { FLAGS, HELP, readFlags, SECRETS } from "./flags.ts";
import { FILE_VARIABLE, KEPT_VARIABLE, launch, UPDATE_VARIABLE, WORKER_VARIABLE } from "./launcher.ts";
import { runWorker } from "./worker.ts";

/** The version of its release; of a build without one, the project’s own. */
const released = String(import.meta.env["AGENT_VERSION"] ?? "");
const version = released || sourceVersion;

const FILE = fileURLToPath(import.meta.url);

const write = (line: string) => void process.stdout.write(line);

/** Launcher or worker, told apart by the environment; resolves with the exit code. */
async function main(args: string[]): Promise<number> {
  if (args.length === 1 && args[0] === "--version") {
    write(`${version}\n`);
    return 0;
  }
  hideFlags(FLAGS, args, new Set(["authtoken"]));
  const flags = readFlags(args);
  if (flags === "help") {
    write(`${HELP}\n`);
    return 0;
  }
  const isWorker = Boolean(process.env[WORKER_VARIABLE]);
  const authtoken = findAuthtoken(isWorker ? {} : flags, process.env);
  const say = createLog(flags.logFormat, write);
  if (flags.check) return check({ flags, authtoken, version, say });
  if (isWorker) {
    const kept = JSON.parse(process.env[KEPT_VARIABLE] ?? "[]") as (string | undefined)[];
    const onKept = (next: typeof kept) => void process.send?.(next);
    const bundle = released === "" ? null : (process.env[FILE_VARIABLE] ?? FILE);
    const said = UpdateReport.safeParse(JSON.parse(process.env[UPDATE_VARIABLE] ?? "null"));
    const options = { flags, authtoken, version, bundle, lastUpdate: said.data, say, kept, onKept };
    return runWorker(options, untilToldToEnd());
  }
  // An argument shows in the process list, so the workers' authtoken is in their environment.
  const env = { ...process.env, [AUTHTOKEN_VARIABLE]: authtoken };
  return launch({
    file: FILE,
    version: released === "" ? null : version,
    onlineWithinMs: flags.onlineWithin * 1_000,
    args: withoutFlags(FLAGS, args, SECRETS),
    env,
    say,
  });
}

/** A second signal changes nothing: the session is closing, for a second at most. */
function untilToldToEnd(): AbortSignal {
  const abort = new AbortController();
  const end = () => abort.abort();
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  // Its launcher was killed and told it nothing: the session breaks off, so that nobody takes it for stopped.
  process.on("disconnect", () => process.exit(1));
  return abort.signal;
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof ConfigError)) crash(error);
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
