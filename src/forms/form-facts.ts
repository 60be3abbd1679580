import { createContext } from "react";
import type { JsonObject } from "./json.ts";

/** What a form was made from. */
export type FormFactsValue = {
  /** The request that what was loaded stands for; null = the resource is new. */
  loaded: JsonObject | null;
  /** Whether the service says that it keeps a secret which a save leaves out (`"secrets": "kept"` in /config.json). */
  secretsKept: boolean;
};

/** Given by whoever mounts the form; a secret's field says what Keep means from it. */
export const FormFacts = createContext<FormFactsValue>({ loaded: null, secretsKept: false });
