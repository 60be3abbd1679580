import { readFileSync } from "node:fs";
import { type AgentFlags, FlagError } from "./flags.ts";

export const AUTHTOKEN_VARIABLE = "GATEHOUSE_AUTHTOKEN";

/**
 * The authtoken: from its flag, its file or its environment variable, in this order.
 *
 * @throws FlagError when none has one, or two flags do.
 */
export function findAuthtoken(
  { authtoken, authtokenFile }: Pick<AgentFlags, "authtoken" | "authtokenFile">,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (authtoken !== undefined && authtokenFile !== undefined) {
    throw new FlagError("Give --authtoken or --authtoken-file, not both.");
  }
  const token = (
    authtoken ?? (authtokenFile === undefined ? env[AUTHTOKEN_VARIABLE] : read(authtokenFile))
  )?.trim();
  if (!token) {
    throw new FlagError(
      `The authtoken is missing: set ${AUTHTOKEN_VARIABLE}, or give --authtoken-file. A credential of the service has one.`,
    );
  }
  return token;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new FlagError(`--authtoken-file ${file} can't be read.`, { cause: error });
  }
}
