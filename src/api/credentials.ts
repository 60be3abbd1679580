import * as z from "zod/mini";
import { Credential, type CredentialCreate } from "#contract/credential.ts";
import { request } from "./client.ts";

const CreatedCredential = z.extend(Credential, { token: z.string().check(z.minLength(1)) });
export type CreatedCredential = z.infer<typeof CreatedCredential>;

/** Creates a tunnel credential. The answer's `token` is the agent's authtoken, shown this once: keep it out of every cache. */
export function createCredential(body: CredentialCreate): Promise<CreatedCredential> {
  return request({ method: "POST", path: "/credentials", body, answer: CreatedCredential });
}
