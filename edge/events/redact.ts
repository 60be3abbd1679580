/** What stands in place of a secret. */
export const REDACTED = "redacted";

const WHOLE =
  /^(?:key|code|sig|sid|auth|xauth|otp|pin|pwd|pass|jwt|dpop|ticket|assertion|bearer|samlresponse|samlrequest|cookie2?|setcookie2?)$/;
const ENDS =
  /(?:token|authorization|apikey|accesskey|secretkey|privatekey|authkey|subscriptionkey|functionskey|signature\d*|credentials?|session|sessionid|sessid|jwt|assertion|pwd|auth)$/;
const CONTAINS = /password|passwd|passphrase|secret/;

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

/** `?name=value` as it stands in an address; a path has `;name=value`. */
const PAIRS = {
  address: /([?&#])([^=&#\s]+)=([^&#]*)/g,
  // An address among other words.
  text: /([?&#])([^=&#\s]+)=([^&#\s">]*)/g,
  path: /(;)([^=;/]+)=([^;/]*)/g,
};

/** The text without the values of secret parameters; `told` gets the name of each. */
export function redactPairs(text: string, form: keyof typeof PAIRS, told: (name: string) => void): string {
  if (!text.includes("=")) return text;
  return text.replaceAll(PAIRS[form], (whole: string, before: string, name: string) => {
    const read = decoded(name);
    if (!isSecretName(read)) return whole;
    told(read);
    return `${before}${name}=${REDACTED}`;
  });
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}
