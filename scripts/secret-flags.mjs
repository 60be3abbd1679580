/** Flags of the service whose values are secret, by the variables that can give them instead. */
const VARIABLES = { "--api-key": "GATEHOUSE_API_KEY", "--database-url": "GATEHOUSE_DATABASE_URL" };

/**
 * What to start a child with: arguments show in the process list, so secrets go on in its environment.
 * @param {readonly string[]} given @returns {{ args: string[], env: Record<string, string> }}
 */
export function withoutSecrets(given) {
  const args = [...given];
  /** @type {Record<string, string>} */
  const env = {};
  for (const [flag, variable] of Object.entries(VARIABLES)) {
    for (;;) {
      const at = args.findIndex((one) => one === flag || one.startsWith(`${flag}=`));
      if (at === -1) break;
      const [word = ""] = args.splice(at, 1);
      env[variable] = word === flag ? (args.splice(at, 1)[0] ?? "") : word.slice(flag.length + 1);
    }
  }
  return { args, env };
}
