import * as z from "zod/mini";
import { Timestamp } from "./answer.ts";
import { Description, Metadata } from "./common.ts";

/** What the answers of a resource begin with. */
export const answerFields = {
  id: z.string(),
  uri: z.string(),
  created_at: Timestamp,
  description: z.nullish(z.string()),
  metadata: z.nullish(z.string()),
};

/** The texts of a request. Null is “not given” (decisions/contract/null-is-not-given.md). */
export const textFields = { description: z.nullish(Description), metadata: z.nullish(Metadata) };
