// Cause: an app that speaks TLS, but not as its agent does, was said to speak none. Law: what is said to be wrong is what is wrong.
import { expect, test } from "vitest";
import type { Trail } from "../events/trail.ts";
import { wasGone } from "./why-unreached.ts";

test.each([
  ["ERR_SSL_WRONG_VERSION_NUMBER", "The tunnel forwards to https, but the app speaks no TLS"],
  ["ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE", "The app can’t be reached over TLS"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "The agent doesn’t trust the app’s certificate"],
  ["ERR_OF_TOMORROW", undefined],
])("%s: %s", (code, why) => {
  const trail = {} as Trail;
  wasGone(Object.assign(new Error("no"), { code }), trail);
  expect(trail.unreached).toBe(why);
});
