import type { RefusalName } from "../../refusals.ts";

/** Why a login failed: what the visitor is told, and the reason for the operator, without secrets. */
export class LoginFault extends Error {
  readonly refusal: RefusalName;

  constructor(refusal: RefusalName, reason: string) {
    super(reason);
    this.refusal = refusal;
  }
}
