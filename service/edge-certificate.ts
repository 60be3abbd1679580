import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Logger } from "pino";
import { ConfigError } from "#contract/command-line.ts";
import type { KeyPair } from "#edge/tls/authority.ts";

type Named = { tlsCert: string | null; tlsKey: string | null };

/**
 * The certificate that the operator gives, with its key; null where they give none. One that has expired is warned of.
 *
 * @throws ConfigError when a file can't be read, holds something else, or the two do not belong together.
 */
export async function givenCertificate(
  { tlsCert, tlsKey }: Named,
  log: Pick<Logger, "warn">,
): Promise<KeyPair | null> {
  if (tlsCert === null && tlsKey === null) return null;
  if (tlsCert === null || tlsKey === null)
    throw new ConfigError("--tls-cert and --tls-key are given together.");
  const certificatePem = await readNamed("tls-cert", tlsCert);
  const privateKeyPem = await readNamed("tls-key", tlsKey);
  const certificate = certificateOf(certificatePem, tlsCert);
  if (!certificate.checkPrivateKey(keyOf(privateKeyPem, tlsKey)))
    throw new ConfigError(`--tls-key ${tlsKey} is not the key of the certificate in --tls-cert ${tlsCert}.`);
  if (Date.parse(certificate.validTo) < Date.now())
    log.warn({ validTo: certificate.validTo }, `The certificate in --tls-cert ${tlsCert} has expired.`);
  return { certificatePem, privateKeyPem };
}

/** The first one of a file is the edge's, as TLS reads it. */
function certificateOf(pem: string, file: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new ConfigError(`--tls-cert ${file} has no certificate in PEM at its beginning.`, { cause: error });
  }
}

function keyOf(pem: string, file: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const text = /ENCRYPTED/.test(pem)
      ? "has a key with a passphrase. Give one without"
      : "has no private key in PEM";
    throw new ConfigError(`--tls-key ${file} ${text}.`, { cause: error });
  }
}

/** @throws ConfigError when the file that the flag names can't be read. */
export const readNamed = (flag: string, file: string): Promise<string> =>
  readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`--${flag} ${file} can’t be read (${error.code}).`, { cause: error });
  });
