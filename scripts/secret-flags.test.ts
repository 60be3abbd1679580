// Cause: npm run dev passed the key on in the service's arguments. Law: no secret in the process list.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { withoutSecrets } from "./secret-flags.mjs";

it("moves secrets into the environment and leaves the rest as it is", () => {
  const secret = fc.stringMatching(/^gh2_\w{20}$/);
  const plain = fc.constantFrom("--port", "5000", "--trust-forwarded", "--api-keys=x", "--demo=0");
  fc.assert(
    fc.property(secret, fc.array(plain), fc.array(plain), fc.boolean(), (key, before, after, joined) => {
      const flag = joined ? [`--api-key=${key}`] : ["--api-key", key];
      expect(withoutSecrets([...before, ...flag, ...after])).toEqual({
        args: [...before, ...after],
        env: { GATEHOUSE_API_KEY: key },
      });
    }),
  );
  expect(withoutSecrets(["--database-url", "postgres://a:b@c/d"])).toEqual({
    args: [],
    env: { GATEHOUSE_DATABASE_URL: "postgres://a:b@c/d" },
  });
});
