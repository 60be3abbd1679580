import type { Db } from "#service/store/schema.ts";
import { Places } from "../places.ts";
import {
  admit,
  type Admission,
  type AdmissionOptions,
  type Ask,
  type Asked,
  excessOf,
  type Shared,
} from "./admission.ts";
import { together } from "./together.ts";

/** Of more hellos than this in one transaction, the last would wait too long, and so would requests. */
const BATCH_MAX = 50;

/**
 * Lets agents in: checks a hello and opens its session, tunnels and endpoints, those of hellos that come in the same moment in
 * one transaction. When it fails each is tried alone, so that none pays for another. Rejects only when the store failed.
 */
export function createAdmissions(db: Db, options: AdmissionOptions): (ask: Ask) => Promise<Admission> {
  const places = new Places("This authtoken", "agents online", options.limits.authtokenSessions);
  const inOne = (asks: readonly Asked[]): Promise<Admission[]> =>
    db.transaction().execute(async (trx) => {
      const shared: Shared = { credentials: new Map(), places };
      const admissions: Admission[] = [];
      for (const ask of asks) admissions.push(await admit(trx, ask, shared, options));
      return admissions;
    });
  const oneByOne = (asks: readonly Asked[]): Promise<Admission>[] => {
    let before: Promise<unknown> = Promise.resolve();
    return asks.map((ask) => {
      const own = before.then(async () => (await inOne([ask]))[0] as Admission);
      before = own.catch(() => undefined);
      return own;
    });
  };
  const soon = together<Asked, Admission>(BATCH_MAX, (asks) =>
    inOne(asks).catch((error: unknown) => {
      if (asks.length === 1) throw error;
      return oneByOne(asks);
    }),
  );
  return async (ask) => {
    const excess = excessOf(ask.hello, options.limits);
    return excess === null ? soon({ ...ask }) : { refusal: excess, retry: false };
  };
}
