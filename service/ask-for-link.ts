import { resolve } from "node:path";
import { API_VERSION } from "#contract/api-facts.ts";
import { ConfigError } from "#contract/command-line.ts";
import { ErrorBody } from "#contract/error.ts";
import { signInCodeOperations } from "#contract/operations/sign-in-codes.ts";
import { SignInCode } from "#contract/sign-in-code.ts";
import { adminKeyFile, readAdminKey } from "./admin.ts";
import type { Config } from "./config.ts";
import { linkTo } from "./sign-in-codes.ts";
import { folderFault } from "./store/folder-fault.ts";
import { originOf } from "./store/folder-lock.ts";

const TIMEOUT_MS = 5_000;

/**
 * `--link`: a new link of the service that runs on the data folder. The key goes only to the holder of the folder's lock,
 * not to whichever program has the port.
 *
 * @throws ConfigError when there is no such service, or it refuses; DataFolderError when the folder can't be read.
 */
export async function askForLink({
  data,
  upstream,
  versionHeader,
}: Pick<Config, "data" | "upstream" | "versionHeader">): Promise<string> {
  if (upstream !== null) {
    throw new ConfigError(
      "--link doesn’t work with --upstream. Open the console and paste a key of that service.",
    );
  }
  const dir = resolve(data);
  const { origin, key } = holderOf(dir);
  if (origin === undefined) {
    throw new ConfigError(
      `No service is running on the data folder ${dir}. Start it with npm start, or choose its folder with --data.`,
    );
  }
  if (origin === null) throw new ConfigError("The service is still starting. Try again.");
  const { method, path } = signInCodeOperations.create;
  const headers = { Authorization: `Bearer ${key ?? ""}`, [versionHeader]: API_VERSION };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let body: unknown;
  try {
    const answer = await fetch(`${origin}/api${path}`, { method, headers, signal, redirect: "error" });
    body = await answer.json();
  } catch (error) {
    throw new ConfigError(`The service at ${origin} doesn’t answer. Check its log.`, { cause: error });
  }
  const created = SignInCode.safeParse(body);
  if (created.success) return linkTo(origin, created.data.code);
  const { data: refused } = ErrorBody.safeParse(body);
  if (refused?.status_code === 401)
    throw new ConfigError(
      `The service at ${origin} doesn’t know the key in ${adminKeyFile(dir)}. Restart the service: it creates a new key where that one was deleted.`,
    );
  throw new ConfigError(`The service at ${origin} created no link. ${refused?.msg ?? "Check its log."}`);
}

function holderOf(dir: string): { origin: string | null | undefined; key: string | undefined } {
  try {
    const origin = originOf(dir);
    return { origin, key: origin ? readAdminKey(dir) : undefined };
  } catch (error) {
    throw folderFault(dir, error);
  }
}
