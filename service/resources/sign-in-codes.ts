import { signInCodeOperations } from "#contract/operations/sign-in-codes.ts";
import { ApiProblem } from "../errors.ts";
import { bearerToken } from "../http/auth.ts";
import { implement } from "../implement.ts";

export const signInCodes = [
  implement(signInCodeOperations.create, async ({ codes }, { request }) => ({
    code: codes.create(bearerToken(request.headers.get("authorization")) ?? ""),
  })),
  implement(signInCodeOperations.exchange, async ({ codes, keyGuard }, call) => {
    const api_key = codes.exchange(call.body.code);
    if (api_key !== null) return { api_key };
    throw (
      keyGuard(call.source()) ??
      new ApiProblem(
        "signInCodeUnknown",
        "This sign-in code was already used or has expired. Run npm start -- --link for a new link.",
      )
    );
  }),
];
