import * as z from "zod/mini";

/** How long the code of a sign-in link is valid, in minutes. */
export const SIGN_IN_MINUTES = 10;

const CODE_MAX = 100;

/** POST /sign_in_codes, an extension: what a sign-in link carries instead of the key (decisions/api/sign-in-links.md). */
export const SignInCode = z.looseObject({ code: z.string() });

/** POST /sign_in_codes/exchange: at most 100 characters. */
export const SignInCodeExchange = z.strictObject({
  code: z
    .string("is missing. Send the code of a sign-in link")
    .check(
      z.minLength(1, "is missing. Send the code of a sign-in link"),
      z.maxLength(CODE_MAX, `must have at most ${CODE_MAX} characters`),
    ),
});

/** What a code is exchanged for: the token of the API key that asked for it. */
export const SignInKey = z.looseObject({ api_key: z.string().check(z.minLength(1)) });
