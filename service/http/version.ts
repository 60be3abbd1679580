import { API_VERSION } from "#contract/api-facts.ts";
import { ApiProblem } from "../errors.ts";

/** The family's name of the version header, accepted beside ours (decisions/http/errors.md). */
const VERSION_ALIAS = "Ngrok-Version";

/**
 * Refuses a request that doesn't say the one version there is.
 *
 * @throws ApiProblem 400: 218 when the header is missing, 217 for another version.
 */
export function checkVersion(header: (name: string) => string | undefined, name: string): void {
  const sent = header(name) ?? header(VERSION_ALIAS);
  if (sent === API_VERSION) return;
  const advice = `Send ${name}: ${API_VERSION}. Supported versions: ${API_VERSION}.`;
  if (sent === undefined) throw new ApiProblem("versionMissing", `The ${name} header is missing. ${advice}`);
  throw new ApiProblem("versionInvalid", `The ${name} header has an unsupported version. ${advice}`);
}
