import { join } from "node:path";
import { pino } from "pino";
import { ConfigError, hideFlags } from "#contract/command-line.ts";
import { SIGN_IN_MINUTES } from "#contract/sign-in-code.ts";
import { accountFile } from "./account-file.ts";
import { askForLink } from "./ask-for-link.ts";
import { type Config, FLAGS, HELP, readConfig } from "./config.ts";
import { startService } from "./context.ts";
import { withinOpenFiles } from "./open-files.ts";
import { DataFolderError } from "./store/folder-fault.ts";
import { onEnter } from "./terminal.ts";
import { startUpstream } from "./upstream/start.ts";

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

function read(): Config | "help" {
  try {
    return readConfig(process.argv.slice(2), process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(2);
  }
}

// Everything in the data folder is for this user alone, whatever the folder's own mode.
process.umask(0o077);
hideFlags(FLAGS, process.argv.slice(2), new Set(["api-key", "database-url"]));
const config = read();
if (config === "help") {
  say(HELP);
  process.exit(0);
}
// Standard output is for the one line that says it is ready.
const log = pino({ level: config.log, base: null }, pino.destination({ fd: 2, sync: true }));

type Running = { link: () => string; dispose: () => Promise<void> };

/** The service, or the console alone before another one, of whose keys it has none; `link` opens the console. */
async function start(settings: Config, consoleDir: string): Promise<Running> {
  const { upstream } = settings;
  if (upstream !== null) {
    const { origin, dispose } = await startUpstream({ config: settings, upstream, log, consoleDir });
    return { link: () => `${origin}/connect`, dispose };
  }
  return startService({ config: settings, log, consoleDir });
}

try {
  if (config.link) {
    say(`Open within ${SIGN_IN_MINUTES} minutes: ${await askForLink(config)}`);
    process.exit(0);
  }
  const done = await accountFile(config, log);
  if (done !== null) {
    say(done);
    process.exit(0);
  }
  const consoleDir = join(import.meta.dirname, "../console");
  const service = await start(withinOpenFiles(config, log), consoleDir);
  const stop = (signal: NodeJS.Signals): void => {
    log.info({ signal }, "stopping");
    process.once("SIGTERM", () => process.exit(1)).once("SIGINT", () => process.exit(1));
    service.dispose().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, "not stopped cleanly");
        process.exit(1);
      },
    );
  };
  process.once("SIGTERM", () => stop("SIGTERM")).once("SIGINT", () => stop("SIGINT"));
  say(`Gatehouse is ready: ${service.link()}`);
  if (config.upstream === null && onEnter(() => say(`New link: ${service.link()}`))) {
    say(`The link works once, within ${SIGN_IN_MINUTES} minutes. Press Enter for a new one.`);
  }
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof DataFolderError;
  if (expected) process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, "not started");
  process.exit(1);
}
