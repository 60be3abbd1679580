/** Why an update can't be had, in words for the user. */
export class UpdateFault extends Error {
  override name = "UpdateFault";
}

const FULL = ["ENOSPC", "EDQUOT", "EFBIG"];
const READ_ONLY = ["EACCES", "EPERM", "EROFS"];

/** What failed, for the user: of the files in `folder`, or of a download. */
export function faultWords(error: unknown, folder: string): string {
  if (error instanceof UpdateFault) return error.message;
  const code = codeOf(error);
  if (FULL.includes(code)) return `The disk of ${folder} is full.`;
  if (READ_ONLY.includes(code)) return `${folder} can’t be written (${code}).`;
  return `It failed unexpectedly (${code}).`;
}

/** The system's code of an error, or of what caused it. */
export function codeOf(error: unknown): string {
  const { code, cause, name = "Error" } = (error ?? {}) as { code?: string; cause?: unknown; name?: string };
  if (typeof code === "string") return code;
  return cause === undefined ? name : codeOf(cause);
}
