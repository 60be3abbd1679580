/** The part of samlp that the tests use; the package has no types. */
declare module "samlp" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type ProfileMapper = (user: object) => {
    getClaims: () => Record<string, string | readonly string[]>;
    getNameIdentifier: () => { nameIdentifier: string; nameIdentifierFormat: string };
  };
  export type SamlpOptions = {
    issuer: string;
    cert: string;
    key: string;
    profileMapper: ProfileMapper;
    audience?: string;
    recipient?: string;
    destination?: string;
    inResponseTo?: string;
    sessionIndex?: string;
    lifetimeInSeconds?: number;
    signAssertion?: boolean;
    signResponse?: boolean;
    signatureAlgorithm?: string;
    digestAlgorithm?: string;
    samlStatusCode?: string;
    encryptionCert?: string;
    encryptionPublicKey?: string;
    encryptionAlgorithm?: string;
    keyEncryptionAlgorithm?: string;
  };
  export function getSamlResponse(
    options: SamlpOptions,
    user: object,
    done: (error: Error | null, xml: string) => void,
  ): void;
  export function parseRequest(
    request: { method: string; query: Record<string, string> },
    options: {
      signingCert: string;
      signature: string | undefined;
      sigAlg: string | undefined;
      relayState: string | undefined;
    },
    done: (
      error: Error | null,
      read: { id: string; issuer: string; assertionConsumerServiceURL: string; forceAuthn?: string },
    ) => void,
  ): void;
}
