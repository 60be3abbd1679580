import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { auditEventType } from "#contract/audit-event.ts";
import { ConfigError } from "#contract/command-line.ts";
import { recordEvent } from "./events/recorder.ts";
import type { Caller } from "./http/call.ts";
import { firstAdmin, principalByHash } from "./store/api-keys.ts";
import { eventsBefore } from "./store/events.ts";
import { newId } from "./store/ids.ts";
import { insertRows, type Row } from "./store/rows.ts";
import type { Db } from "./store/schema.ts";
import { timestamp } from "./store/time.ts";
import { BEARER_TOKEN, hashToken, keyIdOf, newToken } from "./store/tokens.ts";

/** The account's first user and a working token of theirs. */
export type Admin = { userId: string; token: string };

/** Says nothing of the file: whoever rotates the key copies it. */
const ADMIN_KEY = "Admin key";

/**
 * Makes sure that there is an admin, and that DATA/admin.key (mode 0600) holds a token that works. A new token is in a file
 * beside it before its key is stored, and in admin.key after that: a crash leaves neither a key that nobody has, nor an
 * admin.key of an account that is not there. One whose key was deleted here is replaced, never revived. In a `shared`
 * database only an empty one gets a key: whoever comes later brings one that works there. `told` notes a new key in its transaction.
 *
 * @throws ConfigError when `apiKey` is the token of a key that is not an admin's, a shared account has no key for us, or the
 * database is not the one that admin.key belongs to: empty, or another account's; or admin.key holds no key.
 */
export async function ensureAdmin(
  db: Db,
  dataDir: string,
  apiKey: string | null,
  shared = false,
  told?: (trx: Db, key: Row<"apiKey">) => Promise<unknown>,
): Promise<Admin> {
  const file = adminKeyFile(dataDir);
  const user = await firstAdmin(db);
  const stored = readToken(file);
  if (stored === undefined && (apiKey === null || !user) && existsSync(file)) throw unreadableKey(file);
  for (const wanted of apiKey === null ? [stored, readToken(unfinished(file))] : [apiKey]) {
    const owner = wanted === undefined ? null : await principalByHash(db, hashToken(wanted));
    if (!owner || wanted === undefined) continue;
    if (!owner.admin)
      throw new ConfigError(
        "The key in GATEHOUSE_API_KEY or --api-key doesn’t belong to an admin. Use an admin’s key.",
      );
    if (stored !== wanted) {
      writeUnfinished(file, wanted);
      finish(file);
    }
    return { userId: owner.userId, token: wanted };
  }
  if (user && shared) throw noKeyHere(file, apiKey !== null);
  if (stored !== undefined && !user) throw emptyDatabase(file, shared);
  const chosen = apiKey !== null && apiKey !== stored;
  if (stored !== undefined && !chosen && !(await wasDeleted(db, stored))) throw foreignDatabase(file);
  const keyId = newId("apiKey");
  const token = apiKey ?? newToken("apiKey", keyId);
  writeUnfinished(file, token);
  const userId = user?.id ?? newId("user");
  await db.transaction().execute(async (trx) => {
    const created_at = timestamp();
    if (!user) {
      // Two first starts at once: one of them makes the account.
      if (await firstAdmin(trx)) throw noKeyHere(file, apiKey !== null);
      await insertRows(trx, "user", { id: userId, name: "admin", admin: 1, created_at });
    }
    const key = {
      id: keyId,
      hash: hashToken(token),
      owner_id: userId,
      description: ADMIN_KEY,
      metadata: "",
      created_at,
    };
    await insertRows(trx, "apiKey", key);
    await told?.(trx, key);
  });
  finish(file);
  return { userId, token };
}

/** The id of the key that admin.key holds; null where it can't be told. */
export function adminKeyId(dataDir: string): string | null {
  try {
    return keyIdOf(readAdminKey(dataDir) ?? "") ?? null;
  } catch {
    return null;
  }
}

/**
 * After the deletion of a key by `caller`: where admin.key held it, as rotating does, a new one is written as the next start would, so that
 * `--link` and what is said of the file stay true. A failure is logged: the next start tries again.
 */
export const renewAdmin =
  (db: Db, dataDir: string, log: Logger) =>
  async (deletedId: string, caller: Pick<Caller, "principal" | "base">): Promise<void> => {
    try {
      const stored = readAdminKey(dataDir);
      if (stored === undefined || keyIdOf(stored) !== deletedId) return;
      await ensureAdmin(db, dataDir, null, false, (trx, key) =>
        recordEvent(trx, caller, "api_key", "created", { ...key, uri: `${caller.base}/api_keys/${key.id}` }),
      );
      log.info({ keyId: deletedId }, "the key in admin.key was deleted: a new one was created");
    } catch (error) {
      log.warn({ err: error }, "the key in admin.key was deleted, and no new one could be written");
    }
  };

/**
 * True while the account has nothing but what `ensureAdmin` makes: nobody has used it and no demo was made in it. Ask
 * it in the transaction that acts on the answer; a start that failed half-way then leaves nothing to remember.
 */
export async function isUntouched(db: Db): Promise<boolean> {
  const traces = [
    db.selectFrom("credentials").select("id").limit(1),
    db.selectFrom("https_edges").select("id").limit(1),
    db.selectFrom("tls_edges").select("id").limit(1),
    db.selectFrom("tcp_edges").select("id").limit(1),
    db.selectFrom("backends").select("id").limit(1),
    db.selectFrom("events").select("id").limit(1),
    db.selectFrom("users").select("id").where("admin", "=", 0).limit(1),
    db.selectFrom("api_keys").select("id").where("description", "!=", ADMIN_KEY).limit(1),
  ];
  for (const trace of traces) {
    if (await trace.executeTakeFirst()) return false;
  }
  return true;
}

function noKeyHere(file: string, given: boolean): ConfigError {
  const what = given ? "the given key is not one of its keys" : `${file} holds none of its keys`;
  return new ConfigError(
    `The database already has an account, and ${what}. Start it with GATEHOUSE_API_KEY set to an admin’s key: create one in the console under Keys, or use admin.key from the account’s first data folder.`,
  );
}

/** True when the key of this token was deleted in this account. */
async function wasDeleted(db: Db, token: string): Promise<boolean> {
  const objectId = keyIdOf(token);
  if (objectId === undefined) return false;
  const type = auditEventType("api_key", "deleted");
  return (await eventsBefore(db, { before: undefined, limit: 1 }, { type, objectId })).length > 0;
}

function emptyDatabase(file: string, shared: boolean): ConfigError {
  const what = shared ? "the database of --database-url" : "gatehouse.db beside it";
  return new ConfigError(
    `${file} belongs to an account, but ${what} is empty. Restore the database. To start a new account instead, move admin.key away.`,
  );
}

function unreadableKey(file: string): ConfigError {
  return new ConfigError(
    `${file} holds no key that can be read. Restore it, or start with GATEHOUSE_API_KEY set to an admin’s key. To get a new key instead, move admin.key away.`,
  );
}

function foreignDatabase(file: string): ConfigError {
  return new ConfigError(
    `${file} holds no key of the account in gatehouse.db: one of the two files may belong to another account. Restore the right one, or start with GATEHOUSE_API_KEY set to an admin’s key. To get a new key instead, move admin.key away.`,
  );
}

/** The file with the admin's token. */
export const adminKeyFile = (dataDir: string) => join(dataDir, "admin.key");

/** The token in DATA/admin.key, if there is one. */
export function readAdminKey(dataDir: string): string | undefined {
  return readToken(adminKeyFile(dataDir));
}

function readToken(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  return BEARER_TOKEN.test(text) ? text : undefined;
}

const unfinished = (file: string) => `${file}.new`;

function writeUnfinished(file: string, token: string): void {
  const handle = openSync(unfinished(file), "w", 0o600);
  try {
    writeSync(handle, `${token}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function finish(file: string): void {
  renameSync(unfinished(file), file);
}
