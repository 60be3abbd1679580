import { join } from "node:path";
import { SIGN_IN_MINUTES } from "#contract/sign-in-code.ts";
import { accountFile } from "./account-file.ts";
import { askForLink } from "./ask-for-link.ts";
import { type Config, FLAGS, HELP, readConfig } from "./config.ts";
import { startService } from "./context.ts";
import { withinOpenFiles } from "./open-files.ts";
import { logger, notStarted, say, settings, stopOnSignal } from "./program.ts";
import { onEnter } from "./terminal.ts";
import { startUpstream } from "./upstream/start.ts";

// Everything in the data folder is for this user alone, whatever the folder's own mode.
process.umask(0o077);
const config = settings(FLAGS, HELP, readConfig);
const log = logger(config.log);

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
  stopOnSignal(log, service.dispose);
  say(`Gatehouse is ready: ${service.link()}`);
  if (config.upstream === null && onEnter(() => say(`New link: ${service.link()}`))) {
    say(`The link works once, within ${SIGN_IN_MINUTES} minutes. Press Enter for a new one.`);
  }
} catch (error) {
  notStarted(log, error);
}
