import { KEY_VARIABLE, targetOf, type ApiRequest } from "./curl.ts";

/** A text as one literal of PowerShell. It takes the curly quotes for quotes too, so each is doubled. */
export function powershellQuote(text: string): string {
  return `'${text.replaceAll(/['\u2018-\u201b]/g, "$&$&")}'`;
}

/** JSON in ASCII alone: Windows PowerShell 5.1 sends a body as Latin-1. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^\0-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * A request as a command for PowerShell, 5.1 and later; the key is a placeholder. Invoke-RestMethod and not curl.exe, whose
 * arguments lose their double quotes in every version before 7.3.
 */
export function powershellOf({ method = "GET", path, body }: ApiRequest): string {
  const { url, versionHeader, version } = targetOf(path);
  const lines = [
    `Invoke-RestMethod -Method ${method} -Uri ${powershellQuote(url)}`,
    `-Headers @{ Authorization = "Bearer $env:${KEY_VARIABLE}"; ${powershellQuote(versionHeader)} = ${powershellQuote(version)} }`,
  ];
  if (body !== undefined)
    lines.push(`-ContentType 'application/json'`, `-Body ${powershellQuote(asciiJson(body))}`);
  return lines.join(" `\n  ");
}
