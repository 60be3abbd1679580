import { pino, type Logger } from "pino";
import { ConfigError, type Flags, hideFlags } from "#contract/command-line.ts";
import { DataFolderError } from "./store/folder-fault.ts";

export const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** What a program of this folder was told, with secrets out of the process list; it ends here with --help or a fault. */
export function settings<Config>(
  flags: Flags,
  help: string,
  read: (args: readonly string[], env: NodeJS.ProcessEnv) => Config | "help",
): Config {
  const args = process.argv.slice(2);
  hideFlags(flags, args, new Set(["api-key", "database-url"]));
  try {
    const config = read(args, process.env);
    if (config !== "help") return config;
    say(help);
    return process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(2);
  }
}

/** Standard output is for the one line that says it is ready. */
export function logger(level: string): Logger {
  return pino({ level, base: null }, pino.destination({ fd: 2, sync: true }));
}

/** A signal stops the program, the second one at once. */
export function stopOnSignal(log: Logger, dispose: () => Promise<void>): void {
  const stop = (signal: NodeJS.Signals): void => {
    log.info({ signal }, "stopping");
    process.once("SIGTERM", () => process.exit(1)).once("SIGINT", () => process.exit(1));
    dispose().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, "not stopped cleanly");
        process.exit(1);
      },
    );
  };
  process.once("SIGTERM", () => stop("SIGTERM")).once("SIGINT", () => stop("SIGINT"));
}

/** Ends a program that could not start. */
export function notStarted(log: Logger, error: unknown): never {
  const expected = error instanceof ConfigError || error instanceof DataFolderError;
  if (expected) process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, "not started");
  return process.exit(1);
}
