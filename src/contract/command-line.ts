import { parseArgs, type ParseArgsConfig } from "node:util";
import * as z from "zod/mini";

/** A flag or a variable that can't be used, or something else the operator set; `message` says what to write instead. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** A flag of one of the programs. */
export type Flag<S extends z.ZodMiniType = z.ZodMiniType, Fallback = unknown> = {
  /** What stands for its value where it is explained; none = it is a switch. */
  value?: string;
  help: string;
  /**
   * Reads its text; one that reads an array takes the texts of a flag that may be repeated. What its messages say goes on
   * from the flag’s name.
   */
  schema: S;
  /** What holds without it. */
  fallback: Fallback;
  /** What that means, where `fallback` does not tell. */
  otherwise?: string;
};
export type Flags = Readonly<Record<string, Flag>>;

type Camel<Name extends string> = Name extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Name;

/** What was read, each under its flag’s name without hyphens: `rateLimit` of `--rate-limit`. */
export type Values<F extends Flags> = {
  [Name in keyof F & string as Camel<Name>]: z.output<F[Name]["schema"]> | F[Name]["fallback"];
};

export function flag<S extends z.ZodMiniType, Fallback>(
  value: string,
  help: string,
  schema: S,
  fallback: Fallback,
  otherwise?: string,
): Flag<S, Fallback> {
  return { value, help, schema, fallback, otherwise };
}

const Toggle = z.pipe(
  z.string().check(
    z.regex(/^(false|0|no|true|1|yes)$/i, {
      error: ({ input }) => `must be true or false, not "${String(input)}"`,
    }),
  ),
  z.transform((text) => /^(true|1|yes)$/i.test(text)),
);

/** A flag without a value, which is off unless it is given. */
export function toggle(help: string): Flag<typeof Toggle, false> {
  return { help, schema: Toggle, fallback: false };
}

function readsMany(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodMiniPipe ? readsMany(schema.def.in) : schema instanceof z.ZodMiniArray;
}

/** The flags as `parseArgs` takes them. */
function parseOptions(flags: Flags): NonNullable<ParseArgsConfig["options"]> {
  const options = Object.entries(flags).map(([name, { value, schema }]) => [
    name,
    { type: value === undefined ? "boolean" : "string", multiple: readsMany(schema) } as const,
  ]);
  return { ...Object.fromEntries(options), help: { type: "boolean" } };
}

/**
 * The same arguments, with values that begin with "-" told apart from flags: one in 64 keys in base64url does, and `parseArgs`
 * takes none such after a space.
 */
function joined(flags: Flags, args: readonly string[]): string[] {
  const result: string[] = [];
  for (const arg of args) {
    const before = result.at(-1);
    const takesValue = before?.startsWith("--") && flags[before.slice(2)]?.value !== undefined;
    if (takesValue && /^-(?!-[a-z-]*(=|$))/.test(arg)) result[result.length - 1] = `${before}=${arg}`;
    else result.push(arg);
  }
  return result;
}

/** The same command line without some of its flags. */
export function withoutFlags(flags: Flags, given: readonly string[], names: ReadonlySet<string>): string[] {
  const args = joined(flags, given);
  const { tokens } = parseArgs({
    args,
    options: parseOptions(flags),
    strict: false,
    tokens: true,
  });
  const dropped = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== "option" || !names.has(token.name)) continue;
    dropped.add(token.index);
    if (!token.inlineValue) dropped.add(token.index + 1);
  }
  return args.filter((_, index) => !dropped.has(index));
}

/** Shows this process without some of its flags where processes are listed, if they are given: their values are secret. */
export function hideFlags(flags: Flags, args: readonly string[], names: ReadonlySet<string>): void {
  const kept = withoutFlags(flags, args, names);
  if (kept.length < args.length) process.title = ["node", process.argv[1], ...kept].join(" ");
}

/** The environment variable of a flag: `GATEHOUSE_RATE_LIMIT`. */
export function variable(name: string): string {
  return `GATEHOUSE_${name.replaceAll("-", "_").toUpperCase()}`;
}

/** What a configuration file says of flags, by their names; `name` is what it calls them. */
export type FileValues = Readonly<Record<string, { name: string; value: string }>>;

/**
 * Reads flags, then variables where the program has them, then its file, then fallbacks. An empty variable counts as not set.
 *
 * @throws ConfigError for an unknown flag or a value that can't be used.
 */
export function readCommandLine<F extends Flags>(
  flags: F,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  file: FileValues = {},
): Values<F> | "help" {
  const given = parse(flags, args);
  if (given["help"] === true) return "help";
  const values = Object.entries(flags).map(([name, flag]) => {
    const value = given[name];
    const set = env[variable(name)] || undefined;
    const read =
      value !== undefined
        ? readValue(flag, `--${name}`, value === true ? "true" : value)
        : set !== undefined
          ? readValue(flag, variable(name), set)
          : readValue(flag, file[name]?.name ?? name, file[name]?.value);
    return [name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), read];
  });
  return Object.fromEntries(values) as Values<F>;
}

function parse(flags: Flags, args: readonly string[]) {
  try {
    return parseArgs({ args: joined(flags, args), options: parseOptions(flags), strict: true }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${reason.split(/\.\s/)[0]}. Use --help to list all flags.`, { cause: error });
  }
}

function readValue({ schema, fallback }: Flag, name: string, value: unknown): unknown {
  if (value === undefined) return fallback;
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  throw new ConfigError(`${name} ${result.error.issues[0]?.message ?? "is invalid"}.`);
}

/** A flag as it is written: `--port N`. */
export function usageOf(name: string, { value }: Flag): string {
  return `--${name}${value === undefined ? "" : ` ${value}`}`;
}

/** What holds without the flag, in words; "" when nothing does. */
export function defaultOf({ otherwise, fallback }: Flag): string {
  if (otherwise !== undefined) return otherwise;
  return typeof fallback === "string" || typeof fallback === "number" ? String(fallback) : "";
}

/** Lines of --help: what comes before the flags, the flags from `column` on, what comes after. */
export function helpText(
  flags: Flags,
  { usage, column, env, after = [] }: { usage: string; column: number; env?: true; after?: string[] },
): string {
  const rows = Object.entries(flags).map(([name, flag]) => {
    const told = defaultOf(flag);
    const text = `${flag.help}${told === "" ? "" : ` (${told})`}${env ? `; ${variable(name)}` : ""}`;
    return row(usageOf(name, flag), text, column);
  });
  return [`Usage: ${usage}`, "", ...rows, row("--help", "show this help", column), ...after].join("\n");
}

function row(flag: string, text: string, column: number): string {
  const gap = flag.length < column ? "" : `\n${" ".repeat(column + 2)}`;
  return `  ${flag.padEnd(column)}${gap}${text}`;
}
