// Cause: answers were taken that were signed with SHA-1, for which two messages with one signature can be made. Law: SHA-2 only, and
// the event says what to change (docs/decisions/edge/saml.md).
import type { SamlpOptions } from "samlp";
import { expect, test } from "vitest";
import { samlVisits } from "../../testing/saml-visits.ts";

const v = samlVisits();
const REASON = "It is signed with SHA-1. Choose SHA-256 at the identity provider";

test.each<Partial<SamlpOptions>>([
  { signatureAlgorithm: "rsa-sha1" },
  { digestAlgorithm: "sha1" },
  { signatureAlgorithm: "rsa-sha1", signAssertion: false, signResponse: true },
])("an answer with %o is refused", async (options) => {
  const { id, cookie } = await v.begin();
  const refused = await v.come(await v.idp.answer({ ...v.right(id), ...options }), cookie);
  expect([refused.status, (await v.why(refused)).reason]).toEqual([403, REASON]);
});
