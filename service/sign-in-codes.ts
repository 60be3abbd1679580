import { randomBytes } from "node:crypto";
import { SIGN_IN_MINUTES } from "#contract/sign-in-code.ts";
import { hashToken, sameHash } from "./store/tokens.ts";

const CODE_BYTES = 20;
/** Of more unused codes than this, the oldest is forgotten. */
const CODES_MAX = 100;

/** The codes of sign-in links (decisions/api/sign-in-links.md): in this process's memory, hashed. */
export type SignInCodes = {
  /** A new code for the token of an API key. */
  create: (token: string) => string;
  /** The token of a code, which ends with that; null for a code that is unknown, used or expired. */
  exchange: (code: string) => string | null;
};

/** The link that signs in with a code. A fragment is never sent, so it is in no log on the way. */
export function linkTo(origin: string, code: string): string {
  return `${origin}/connect#code=${code}`;
}

/** `now` in milliseconds that only ever rise: the clock on the wall may be set back. */
export function createSignInCodes(now: () => number = () => performance.now()): SignInCodes {
  let codes: { hash: string; token: string; until: number }[] = [];
  return {
    create: (token) => {
      const code = randomBytes(CODE_BYTES).toString("hex");
      const until = now() + SIGN_IN_MINUTES * 60_000;
      codes = [...codes.slice(1 - CODES_MAX), { hash: hashToken(code), token, until }];
      return code;
    },
    exchange: (code) => {
      codes = codes.filter(({ until }) => until > now());
      const hash = hashToken(code);
      // Every one is compared, so that the time says nothing.
      const [found] = codes.filter((one) => sameHash(one.hash, hash));
      codes = codes.filter((one) => one !== found);
      return found?.token ?? null;
    },
  };
}
