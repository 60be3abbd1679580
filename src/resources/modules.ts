import { queryOptions, useQueryClient, type QueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { MODULE_NOT_SET } from "#contract/error.ts";
import { Route } from "#contract/route.ts";
import { request } from "#api/client.ts";
import { requestNothing } from "#api/request-nothing.ts";
import { equal } from "#api/scanned-list.ts";
import { ApiError, isAbsent } from "#api/errors.ts";
import { settle, type Found } from "./settle.ts";
import { ownerKeys, ownerPath, readOwner, type OwnerAddress } from "./module-owner.ts";
import { UNREACHED_KEY } from "./unreachable.ts";

/** Which module of which owner; `kind` is its wire name. */
export type ModuleAddress = OwnerAddress & { kind: string };

type JsonObject = { [field: string]: unknown };

/** A module, or null when it is not set. */
export type ModuleValue = JsonObject | null;

/** What a contract says of a module's answers. */
export type AnswerContract = { answer: z.ZodMiniType; toRequest: (answer: never) => JsonObject };

/** An answer checked by its contract and given as it was sent: a schema leaves a key named `__proto__` out of what it makes. */
function asSent({ answer }: Pick<AnswerContract, "answer">) {
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

type Beside = { kind: string; contract: AnswerContract };

export type ModuleWrites = {
  /** Reads past the cache, for the check just before a write. */
  read: () => Promise<ModuleValue>;
  /** Replaces the module and answers what the service made of it; null removes it. */
  write: (value: ModuleValue) => Promise<ModuleValue>;
  /**
   * Replaces it and another module of its route in one request: both, or neither. Answers what the service made of it, which is
   * shown unless it is `passing`, the first of two steps.
   */
  writeWith: (
    value: JsonObject,
    other: Beside,
    beside: JsonObject,
    passing?: "passing",
  ) => Promise<ModuleValue>;
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
      // What a login could not reach is over once that is changed.
      for (const queryKey of [...ownerKeys(address), UNREACHED_KEY])
        void client.invalidateQueries({ queryKey, exact: true });
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
        const read = () => readModule(client, address, contract);
        const sent = () => (value === null ? remove(address, read) : put(address, contract, value));
        return keep(
          await settle(sent, async () => {
            const now = await read();
            if (value === null) return now === null ? { done: null } : "unchanged";
            return foundModule(contract, { now, before, sent: value });
          }),
        );
      },
      writeWith: async (value, other, beside, passing) => {
        const body = { [address.kind]: value, [other.kind]: beside };
        const parts = [
          { kind: address.kind, contract, sent: value },
          { kind: other.kind, contract: other.contract, sent: beside },
        ].map((part) => ({
          ...part,
          before: client.getQueryData<ModuleValue>(keyOf({ ...address, kind: part.kind })),
        }));
        const path = ownerPath(address);
        const route = await settle<JsonObject>(
          () =>
            request({ method: "PATCH", path, body, answer: Route }).catch((error: unknown) => {
              throw asOf(address.kind, error);
            }),
          async () => {
            const now = { ...(await readOwner(client, address)) };
            const found = parts.map(({ kind, ...part }) =>
              foundModule(part.contract, { ...part, now: moduleIn(now, kind) }),
            );
            // They were sent together: one that can be told tells of both.
            const done = found.some((one) => typeof one === "object");
            const unchanged = found.includes("unchanged");
            return done === unchanged ? "unknown" : done ? { done: now } : "unchanged";
          },
        );
        keep(moduleIn(route, other.kind), { ...address, kind: other.kind });
        const own = moduleIn(route, address.kind);
        return passing ? own : keep(own);
      },
    };
  };
}

/** What was found wrong with a module that was sent as part of its route, by the module's own fields. */
function asOf(kind: string, error: unknown): unknown {
  if (error instanceof ApiError) for (const { path } of error.issues) if (path[0] === kind) path.shift();
  return error;
}

function moduleIn(route: JsonObject, kind: string): ModuleValue {
  const value = route[kind];
  return isObject(value) ? value : null;
}

async function put(address: ModuleAddress, contract: AnswerContract, body: ModuleValue) {
  const answer = asSent(contract);
  return (await request({ method: "PUT", path: modulePath(address), body, answer })) as ModuleValue;
}

/** A module that is gone already counts as removed. */
async function remove(address: ModuleAddress, now: () => Promise<ModuleValue>): Promise<null> {
  try {
    await requestNothing({ method: "DELETE", path: modulePath(address) });
  } catch (error) {
    if (!isAbsent(error) || (await now().catch(() => undefined)) !== null) throw error;
  }
  return null;
}

type Look = { now: ModuleValue; before: ModuleValue | undefined; sent: JsonObject };

/**
 * What became of a module that was sent: it has all of it now, is as it was `before` (undefined = not known), or was changed
 * otherwise. Secrets, which no service returns, don't count: a change of theirs alone can't be told.
 */
function foundModule({ toRequest }: AnswerContract, { now, before, sent }: Look): Found<ModuleValue> {
  const seen = now && visible(toRequest(now as never));
  const asked = visible(sent);
  const isAsBefore = before !== undefined && equal(now, before);
  if (!covers(seen, asked)) return isAsBefore ? "unchanged" : "unknown";
  if (before !== undefined && !isAsBefore) return { done: now };
  const hides = /secret/i.test(JSON.stringify(sent));
  return !hides && (before === undefined || equal(seen, asked)) ? { done: now } : "unknown";
}

/** A request without secrets, and without nulls, which say the same as fields that are left out. */
function visible(value: JsonObject): unknown {
  const shown = (name: string, held: unknown) => (/secret/i.test(name) || held === null ? undefined : held);
  return JSON.parse(JSON.stringify(value, shown)) as unknown;
}

/** Has it all that was sent? What it has besides are defaults. */
function covers(held: unknown, sent: unknown): boolean {
  if (!isObject(held) || !isObject(sent)) return equal(held, sent);
  return Object.entries(sent).every(([name, value]) => covers(held[name], value));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
