import { readFileSync } from "node:fs";
import { ConfigError } from "#contract/command-line.ts";
import type { AgentFlags } from "./flags.ts";

export const AUTHTOKEN_VARIABLE = "GATEHOUSE_AUTHTOKEN";

/** The token of an API key, which agents must not have: it may do everything. */
const API_KEY = /^gh2_[0-9A-Za-z]{27}_/;

/**
 * The authtoken: from its flag, its file or its environment variable, in this order.
 *
 * @throws ConfigError when none has one, two flags do, or it is an API key.
 */
export function findAuthtoken(
  { authtoken, authtokenFile }: Partial<Pick<AgentFlags, "authtoken" | "authtokenFile">>,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (authtoken !== undefined && authtokenFile !== undefined) {
    throw new ConfigError("Use either --authtoken or --authtoken-file, not both.");
  }
  const token = (
    authtoken ?? (authtokenFile === undefined ? env[AUTHTOKEN_VARIABLE] : read(authtokenFile))
  )?.trim();
  if (!token) {
    throw new ConfigError(
      `The authtoken is missing: set ${AUTHTOKEN_VARIABLE}, or give --authtoken-file. Create one in the console under Authtokens.`,
    );
  }
  if (API_KEY.test(token)) {
    throw new ConfigError(
      "This is an API key, not an authtoken. Create an authtoken in the console under Authtokens, and keep the key secret.",
    );
  }
  return token;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigError(`Can’t read --authtoken-file ${file}. Check its path and permissions.`, {
      cause: error,
    });
  }
}
