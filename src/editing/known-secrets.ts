import type { QueryClient } from "@tanstack/react-query";
import type { ModuleValue } from "#resources/modules.ts";
import { mergeSecrets } from "#contract/modules/secrets.ts";
import { isJsonObject, sameJson, type JsonObject } from "#forms/json.ts";

/** What this visit wrote last at one address: as the service answered it, and with the secrets it holds as far as is known. */
type Written = { answer: JsonObject; full: JsonObject };

/** Secrets that were written in this visit. Kept in memory alone, and no longer than the cache of the connection. */
const kept = new WeakMap<QueryClient, Map<string, Written>>();

/** The secrets that were written in this visit to a module of a kind at an address. */
type KnownSecrets = {
  /** A value as it was read, with the secrets that were written to it: those the service did not return, if it is still that. */
  complete: (value: ModuleValue) => ModuleValue;
  /** Remembers what was sent in place of `over`, and what the service answered. */
  wrote: (sent: ModuleValue, over: ModuleValue, answer: ModuleValue) => void;
};

/** `secretsKept`: the service keeps a secret that a request leaves out. */
export function knownSecrets(
  client: QueryClient,
  address: string,
  kind: string,
  secretsKept: boolean,
): KnownSecrets {
  const all = kept.get(client) ?? new Map<string, Written>();
  kept.set(client, all);
  const merged = (value: JsonObject, held: ModuleValue) => {
    const full = mergeSecrets(kind, value, held);
    return isJsonObject(full) ? full : value;
  };
  const complete = (value: ModuleValue) => {
    const last = all.get(address);
    return value && last && sameJson(last.answer, value) ? merged(value, last.full) : value;
  };
  return {
    complete,
    wrote: (sent, over, answer) => {
      if (sent === null || answer === null) all.delete(address);
      else all.set(address, { answer, full: secretsKept ? merged(sent, complete(over)) : sent });
    },
  };
}
