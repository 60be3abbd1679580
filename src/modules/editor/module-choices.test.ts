import { expect, it } from "vitest";
import { choicesOf } from "./module-choices.ts";

it.each(["login", "log in", "Sign-in"])("finds the modules that sign visitors in by “%s”", (typed) => {
  // Cause: "login" found nothing, though three modules are logins. Law: what people call a thing finds it.
  const found = choicesOf(["oauth", "oidc", "saml", "compression"], typed);
  expect(found.flatMap(({ kinds }) => kinds)).toEqual(["oauth", "oidc", "saml"]);
});
