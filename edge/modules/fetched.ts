import { request } from "undici";
import { NO_TLS, TLS_FAILED, UNTRUSTED } from "../links/why-unreached.ts";

/** Milliseconds for a whole answer. */
const ANSWER_MS = 5_000;

/** Of a host, and of nothing that it has: a file that is not there is "answered 404". */
export const NO_HOST = "was not found";
const NOT_REACHED = "can’t be reached";
/** What no answer means, by the code or name of the error. */
const NO_ANSWER: readonly (readonly [code: RegExp, why: string])[] = [
  [/^(?:ENOTFOUND|EAI_)/, NO_HOST],
  [/^ECONNREFUSED$/, "refused the connection"],
  [/^(?:ECONNRESET|UND_ERR_SOCKET)$/, "closed the connection"],
  [/^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, NOT_REACHED],
  [NO_TLS, "doesn’t speak TLS"],
  [TLS_FAILED, "can’t be reached over TLS"],
  [UNTRUSTED, "has a certificate that the edge doesn’t trust"],
  [/^(?:HPE_|HTTPParserError$)/, "doesn’t answer in HTTP"],
];

/** Why who was asked did not answer, as it is said of them; undefined where the error says nothing of use. */
export function noAnswer({ code, name }: NodeJS.ErrnoException): string | undefined {
  return NO_ANSWER.find(([named]) => named.test(code ?? name))?.[1];
}

/** Why something could not be fetched, without the URL: it may hold a key. */
export class FetchFault extends Error {}

/**
 * What a URL answers, up to `maxBytes`, within 5 s. Without redirects: they would lead to where no operator has sent us.
 *
 * @throws FetchFault
 */
export async function fetched(url: URL, maxBytes: number, accept: string): Promise<Buffer> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    return await bytesOf(url, maxBytes, accept, signal);
  } catch (error) {
    if (error instanceof FetchFault) throw error;
    if (signal.aborted) throw new FetchFault(`did not answer within ${ANSWER_MS / 1_000} s`);
    throw new FetchFault(noAnswer(error as Error) ?? NOT_REACHED);
  }
}

async function bytesOf(url: URL, maxBytes: number, accept: string, signal: AbortSignal): Promise<Buffer> {
  const { statusCode, body } = await request(url, { signal, reset: true, headers: { accept } });
  // Whoever reads hears of it; a body that nobody reads would end the process.
  body.on("error", () => undefined);
  try {
    if (statusCode !== 200) throw new FetchFault(`answered ${statusCode}`);
    const whole = await collected(body as AsyncIterable<Buffer>, maxBytes);
    if (whole === null) throw new FetchFault(`sent more than ${maxBytes / 1024} KiB`);
    return whole;
  } finally {
    body.destroy();
  }
}

/** All that comes; null as soon as it is more than `maxBytes`. */
export async function collected(
  parts: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > maxBytes) return null;
    kept.push(part);
  }
  return Buffer.concat(kept);
}
