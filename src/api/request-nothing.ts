import { request, type RequestOptions } from "./client.ts";
import { ApiError } from "./errors.ts";

/** A request that nothing answers (204). @throws ApiError (drift) for an answer: whatever it says, it does not say that it was done. */
export async function requestNothing(options: RequestOptions<unknown>): Promise<void> {
  if ((await request(options)) !== undefined) throw new ApiError({ ...options, kind: "drift", msg: "" });
}
