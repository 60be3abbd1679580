/** What stands in place of a secret. */
export const REDACTED = "redacted";

const WHOLE =
  /^(?:key|code|sig|sid|auth|xauth|otp|pin|pwd|pw|pass|jwt|dpop|ticket|assertion|bearer|samlresponse|samlrequest|cookie2?|setcookie2?)$/;
const ENDS =
  /(?:authorization|apikey|accesskey|secretkey|privatekey|authkey|subscriptionkey|functionskey|signature\d*|credentials?|session|sessionid|sessid|jwt|assertion|pwd|pw|auth|authdigest|verifier)$/;
const CONTAINS = /password|passwd|passphrase|secret|token(?!type|endpoint)/;

/** By name: visitors choose names, so only so many are kept. */
const known = new Map<string, boolean>();
const KNOWN_MAX = 2_000;

/** Whether a header, a parameter or a field of this name holds a secret. Better one too many. */
export function isSecretName(name: string): boolean {
  const kept = known.get(name);
  if (kept !== undefined) return kept;
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const secret = WHOLE.test(plain) || ENDS.test(plain) || CONTAINS.test(plain);
  if (known.size >= KNOWN_MAX) known.clear();
  if (name.length <= 100) known.set(name, secret);
  return secret;
}
