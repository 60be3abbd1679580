import { queryOptions, useQueryClient, type QueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { MODULE_NOT_SET } from "#contract/error.ts";
import { Route } from "#contract/route.ts";
import { request } from "#api/client.ts";
import { ApiError, isAbsent } from "#api/errors.ts";
import { settle } from "./settle.ts";
import { foundOf } from "./writes.ts";
import { ownerKeys, ownerPath, readOwner, type OwnerAddress } from "./module-owner.ts";

/** Which module of which owner; `kind` is its wire name. */
export type ModuleAddress = OwnerAddress & { kind: string };

type JsonObject = { [field: string]: unknown };

/** A module, or null when it is not set. */
export type ModuleValue = JsonObject | null;

/** What a contract says of a module's answers. */
export type AnswerContract = { answer: z.ZodMiniType };

/** An answer checked by its contract and given as it was sent: a schema leaves a key named `__proto__` out of what it makes. */
function asSent({ answer }: AnswerContract) {
  return z.unknown().check((ctx) => {
    const { error } = answer.safeParse(ctx.value);
    for (const issue of error?.issues ?? []) {
      const message = issue.code === "invalid_type" ? `expected ${issue.expected}` : issue.message;
      ctx.issues.push({ code: "custom", input: issue.input, path: issue.path, message });
    }
  });
}

const keyOf = (address: ModuleAddress) => ["module", ownerPath(address), address.kind] as const;

/** Path of a module below the base URL, each part encoded. */
export function modulePath(address: ModuleAddress): string {
  return `${ownerPath(address)}/${encodeURIComponent(address.kind)}`;
}

/**
 * Reads a module fresh from the service; null = not set, which some services answer with 404, others with null. @throws ApiError 404 when its owner is unknown: a service may
 * answer the same to both, so then the owner is read.
 */
async function readModule(
  client: QueryClient,
  address: ModuleAddress,
  contract: AnswerContract,
  signal?: AbortSignal,
): Promise<ModuleValue> {
  try {
    const answer = z.nullable(asSent(contract));
    return (await request({ method: "GET", path: modulePath(address), answer, signal })) as ModuleValue;
  } catch (error) {
    if (!isAbsent(error)) throw error;
    if (!isNotSet(error)) await assertOwner(client, address, signal);
    return null;
  }
}

const isNotSet = (error: unknown) => error instanceof ApiError && error.code === MODULE_NOT_SET;

/** Where owners can't be read at all (405), one is taken to be there. */
async function assertOwner(client: QueryClient, address: ModuleAddress, signal?: AbortSignal): Promise<void> {
  try {
    await readOwner(client, address, signal);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 405)) throw error;
  }
}

/** A module as the service answers it, null when it is not set. */
export function moduleQuery(address: ModuleAddress, contract: AnswerContract) {
  return queryOptions({
    queryKey: keyOf(address),
    queryFn: ({ client, signal }) => readModule(client, address, contract, signal),
    // Sharing copies objects key by key, and so loses one named `__proto__`.
    structuralSharing: false,
  });
}

export type ModuleWrites = {
  /** Reads past the cache, for the check just before a write. */
  read: () => Promise<ModuleValue>;
  /** Replaces the module and answers what the service made of it; null removes it. */
  write: (value: ModuleValue) => Promise<ModuleValue>;
  /** Replaces it and another module of its route in one request: both, or neither. Answers what the service made of it. */
  writeWith: (value: JsonObject, kind: string, beside: JsonObject) => Promise<ModuleValue>;
};

/**
 * Reads and writes of modules, as the service answers them. A write puts its answer in the cache and into its owner there,
 * then refreshes the owner and edge that show it.
 */
export function useModuleWrites(): (address: ModuleAddress, contract: AnswerContract) => ModuleWrites {
  const client = useQueryClient();
  return (address, contract) => {
    const keep = (value: ModuleValue, { kind } = address) => {
      client.setQueryData(keyOf({ ...address, kind }), value);
      const [shown] = ownerKeys(address);
      if (shown) client.setQueryData<object>(shown, (owner) => owner && { ...owner, [kind]: value });
      for (const queryKey of ownerKeys(address)) void client.invalidateQueries({ queryKey, exact: true });
      return value;
    };
    return {
      read: async () => {
        const value = await readModule(client, address, contract);
        client.setQueryData(keyOf(address), value);
        return value;
      },
      write: async (value) => {
        const before = client.getQueryData<ModuleValue>(keyOf(address));
        const sent = () => (value === null ? remove(address) : put(address, contract, value));
        return keep(
          await settle(sent, async () => {
            const now = await readModule(client, address, contract);
            if (value === null) return now === null ? { done: null } : "unchanged";
            return foundOf(now, hides(before, value) ? undefined : before, value);
          }),
        );
      },
      writeWith: async (value, kind, beside) => {
        const body = { [address.kind]: value, [kind]: beside };
        const route = await request({ method: "PATCH", path: ownerPath(address), body, answer: Route });
        keep(moduleIn(route, kind), { ...address, kind });
        return keep(moduleIn(route, address.kind));
      },
    };
  };
}

function moduleIn(route: JsonObject, kind: string): ModuleValue {
  const value = route[kind];
  return typeof value === "object" && value !== null ? (value as JsonObject) : null;
}

async function put(address: ModuleAddress, contract: AnswerContract, body: ModuleValue) {
  const answer = asSent(contract);
  return (await request({ method: "PUT", path: modulePath(address), body, answer })) as ModuleValue;
}

/** A module that is gone already counts as removed. */
async function remove(address: ModuleAddress): Promise<null> {
  try {
    await request({ method: "DELETE", path: modulePath(address) });
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  return null;
}

/** May a change of what the service never returns look as if there were none? */
function hides(before: ModuleValue | undefined, value: JsonObject): boolean {
  return /secret/i.test(JSON.stringify([before, value]));
}
