import { SIGN_IN_MINUTES, SignInCode, SignInCodeExchange, SignInKey } from "../sign-in-code.ts";
import { operation } from "./operation.ts";

const tag = "Sign-in codes";

/** Extensions (decisions/api/sign-in-links.md). */
export const signInCodeOperations = {
  create: operation({
    id: "SignInCodesCreate",
    method: "POST",
    path: "/sign_in_codes",
    summary: `Create a code that signs in with the API key of this request: once, within ${SIGN_IN_MINUTES} minutes.`,
    tag,
    status: 200,
    answer: SignInCode,
    errors: [],
  }),
  exchange: operation({
    id: "SignInCodesExchange",
    method: "POST",
    path: "/sign_in_codes/exchange",
    summary: "Exchange a code for its API key. Send no Authorization header: the code is enough.",
    tag,
    open: true,
    body: SignInCodeExchange,
    status: 200,
    answer: SignInKey,
    errors: ["signInCodeUnknown"],
  }),
} as const;
