import { STATUS_CODES, type IncomingMessage } from "node:http";
import { waitFor } from "@testing-library/react";
import { vi } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { json, startFaultServer, text, type Handler } from "./fault-server.ts";
import { startTestService } from "./service.ts";

/** One way in which a request goes wrong. */
export type Fault = {
  name: string;
  /** What a page says of it. */
  says: RegExp;
  /** What is said of it where there is no place for details. */
  words?: RegExp;
  /** What becomes of the request: `forward` has the service do it, `expire` ends the console's patience. Nothing listens without. */
  answer?: (way: { forward: () => Promise<Response>; expire: () => void }) => Handler;
};

const EXPIRE_MS = 8;
const UNREACHED = /No connection to/;
const LATE = /took too long to answer|No answer for (?:15|30) s/;

/** Said in the service's words, of which each has its own; its status is beside its code. */
function refusal(status: number, { says = "", words: own = "", headers = {} } = {}): Fault {
  const msg = `Planted: ${STATUS_CODES[status]}.`;
  const words = own || msg;
  const body = {
    error_code: "ERR_GATEHOUSE_9999",
    status_code: status,
    msg,
    details: { operation_id: "op_1" },
  };
  return {
    name: String(status),
    says: new RegExp(`${words}.*Status ${status}ERR_GATEHOUSE_9999${says && `|${says}`}`, "s"),
    words: new RegExp(words),
    answer: () => json(status, body, headers),
  };
}

/** Every fault that a page or a write meets. Neighbours differ in what is said of them. */
export const FAULTS: readonly Fault[] = [
  refusal(400),
  refusal(404, {
    says: "No such|can’t list|is not online|never existed|can be created in this service|doesn’t run rollouts",
  }),
  refusal(409),
  refusal(413),
  refusal(429, { headers: { "retry-after": "7" } }),
  refusal(500),
  refusal(503),
  refusal(507, { words: "The service’s disk is full." }),
  {
    name: "wrong shape",
    says: /doesn’t understand|At [\w ]+: expected/,
    answer: () => json(200, [{ planted: 7 }]),
  },
  { name: "HTML", says: /It sent text\/html/, answer: () => text(200, "<!doctype html><h1>Planted</h1>") },
  {
    name: "truncated JSON",
    says: /It sent application\/json/,
    answer: () => text(200, '{"planted":[{"id":"pl', "application/json"),
  },
  {
    name: "nothing",
    says: LATE,
    answer:
      ({ expire }) =>
      () =>
        void setTimeout(expire, EXPIRE_MS),
  },
  {
    name: "cut before",
    says: UNREACHED,
    answer: () => (request) => request.socket.destroy(),
  },
  {
    name: "slow drip",
    says: LATE,
    answer:
      ({ expire }) =>
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json" }).write("{");
        setTimeout(() => response.write('"'), EXPIRE_MS / 2);
        setTimeout(expire, EXPIRE_MS);
      },
  },
  { name: "offline", says: UNREACHED },
  refusal(403),
  refusal(401),
  {
    name: "cut after",
    says: UNREACHED,
    answer:
      ({ forward }) =>
      (request) =>
        void forward().finally(() => request.socket.destroy()),
  },
];

type Hits = (request: IncomingMessage) => boolean;

/** A real service with a demo account, and before it what breaks the requests that a test names. The console is connected to it. */
export async function startFaultyService() {
  const service = await startTestService({ demo: 4 });
  const pending = new Set<AbortController>();
  let broken: { fault: Fault; hits: Hits; met: number } | null = null;
  /** Ends the patience of what is under way now, not of what begins later. */
  const expiry = () => {
    const due = [...pending];
    return () => {
      for (const controller of due) controller.abort();
    };
  };
  const server = await startFaultServer((request, response) => {
    const { method = "GET", url = "" } = request;
    const body = server.seen.at(-1)?.body;
    const { authorization = "", "service-version": version = "2", "content-type": type } = request.headers;
    const headers = {
      authorization,
      "service-version": String(version),
      ...(type && { "content-type": type }),
    };
    const forward = () => fetch(service.origin + url, { method, headers, body: body || null });
    if (broken?.fault.answer && broken.hits(request)) {
      broken.met += 1;
      broken.fault.answer({ forward, expire: expiry() })(request, response);
    } else
      void forward().then(
        async (answer) =>
          response
            .writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" })
            .end(await answer.text()),
        () => request.socket.destroy(),
      );
  });
  // jsdom has no layout, so nothing to scroll.
  vi.spyOn(window, "scrollTo").mockReturnValue();
  // The console's patience ends when a fault says so, not after 15 s.
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const controller = new AbortController();
    pending.add(controller);
    return controller.signal;
  });
  const connection = { baseUrl: `${server.origin}/api`, key: service.key, versionHeader: "Service-Version" };
  let listening = true;
  return {
    ...service,
    /** As the console is connected to it; around all faults where a test looks for itself. */
    connection,
    direct: { ...connection, baseUrl: `${service.origin}/api` },
    connect: () => setConnection(connection, { remember: false }),
    /** From now on the requests that `hits` names meet the fault. Tells whether one did. */
    plant: async (fault: Fault, hits: Hits) => {
      const planted = { fault, hits, met: 0 };
      broken = planted;
      if (!fault.answer) {
        await server.close();
        listening = false;
      }
      return () => planted.met > 0 || !fault.answer;
    },
    heal: async () => {
      broken = null;
      pending.clear();
      if (!listening) await server.reopen();
      listening = true;
    },
    close: async () => {
      vi.restoreAllMocks();
      forgetConnection();
      await server.close();
      await service.close();
    },
  };
}

const RAW = /NaN|undefined|\[object |<!doctype|<h1>|"planted|status_code/i;
/** An id, a token that has one in it, or an id that is shown short. */
const RANDOM = /_[0-9A-Za-z]{27}(?:_[0-9A-Za-z]{43})?|_[0-9A-Za-z]+…[0-9A-Za-z]{4}/g;

/** Whether a page shows what none may, whatever went wrong: values that code forgot, and answers as they came. One id of a thousand spells "nan". */
export const showsRaw = (text: string): boolean => RAW.test(text.replaceAll(RANDOM, " "));

/** Whether a sentence has the status of a fault, which is for support. */
export const saysStatus = (text: string, { name }: Fault): boolean => text.includes(`(${name})`);

/** So many cells that fail are told; each takes `settled` its whole wait. */
export const TOLD = 3;

/** Waits until nothing is amiss; answers what still is. Looks now and then: at each change would cost most of a suite's time. */
export async function settled(amiss: () => string[]): Promise<string[]> {
  const look = () => {
    const now = amiss();
    if (now.length > 0) throw new Error(now.join());
  };
  const apart = document.createElement("i");
  return waitFor(look, { interval: 8, container: apart }).then(
    () => [],
    () => [...amiss(), (document.body.textContent ?? "").slice(-600)],
  );
}
