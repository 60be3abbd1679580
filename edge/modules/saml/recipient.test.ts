// Cause: of a mistyped address at the provider was said only "another recipient, or its time is over". Law: what went wrong is said
// alone, with what to do.
import { expect, test } from "vitest";
import { samlVisits } from "../../testing/saml-visits.ts";

const v = samlVisits();

test("an answer for another recipient is refused with both addresses", async () => {
  const { id, cookie } = await v.begin();
  const right = v.right(id);
  const recipient = "http://service.example/saml/other/acs";
  const refused = await v.come(await v.idp.answer({ ...right, recipient }), cookie);
  expect([refused.status, (await v.why(refused)).reason]).toEqual([
    403,
    `The answer is for ${recipient}. Set ${right.recipient} as the recipient at the provider`,
  ]);
});
