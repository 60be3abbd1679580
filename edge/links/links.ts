import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { DATA_PROTOCOL, TICKET_HEADER } from "#contract/data-link.ts";
import { acceptLink } from "./accept.ts";
import { type Link, NO_LINK, openLink, type PingOptions, PINGS, StreamRefused } from "./link.ts";

export type LinksOptions = Partial<PingOptions> & {
  /** Asks the agent of a session to open a link with this ticket; false when there is none that could. */
  ask: (sessionId: string, ticket: string) => boolean;
  /** How long streams of a session that ended may still run, in milliseconds. */
  drainMs: number;
};

/** The data links of the agents at this process. */
export type Links = {
  /** Takes a connection that asks for the data protocol; false when its ticket is not known. */
  take: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
  /**
   * Opens a stream to a tunnel of a session. Without a link the agent is asked for one first.
   *
   * @throws StreamRefused when no byte can have been sent.
   */
  open: (sessionId: string, tunnelId: string) => Promise<Duplex>;
  /** Told of each session whose link takes nothing new: what is kept open through it is to be closed. */
  onGone: (told: (sessionId: string) => void) => void;
  /** The session ended: nothing new is opened, what runs may finish. */
  end: (sessionId: string) => void;
  close: () => void;
};

/** How long an agent may take to open a link that it was asked for. */
const UNDER_WAY_MS = 10_000;

/** A link that an agent was asked for. */
type UnderWay = { ticket: string; link: Promise<Link | null>; settle: (link: Link | null) => void };

export function createLinks({
  ask,
  drainMs,
  pingMs = PINGS.pingMs,
  lostMs = PINGS.lostMs,
}: LinksOptions): Links {
  const links = new Map<string, Link>();
  const listeners = new Set<(sessionId: string) => void>();
  const underWay = new Map<string, UnderWay>();

  function add(sessionId: string, socket: Duplex, settle: UnderWay["settle"]): void {
    const link = openLink(socket, {
      pingMs,
      lostMs,
      onClosed: () => {
        if (links.get(sessionId) !== link) return;
        links.delete(sessionId);
        for (const told of listeners) told(sessionId);
      },
    });
    links.set(sessionId, link);
    settle(link);
  }

  /** One question for all who wait. */
  function wanted(sessionId: string): Promise<Link | null> {
    const asked = underWay.get(sessionId);
    if (asked) return asked.link;
    const ticket = randomBytes(32).toString("base64url");
    if (!ask(sessionId, ticket)) return Promise.resolve(null);
    let settle: UnderWay["settle"] = () => undefined;
    const link = new Promise<Link | null>((resolve) => {
      const late = setTimeout(() => settle(null), UNDER_WAY_MS);
      settle = (link) => {
        clearTimeout(late);
        underWay.delete(sessionId);
        resolve(link);
      };
    });
    underWay.set(sessionId, { ticket, link, settle });
    return link;
  }

  return {
    take: (request, socket, head) => {
      const ticket = String(request.headers[TICKET_HEADER] ?? "");
      const asked = [...underWay].find(([, asked]) => sameText(asked.ticket, ticket));
      if (!asked) return false;
      const [sessionId, { settle }] = asked;
      asked[1].ticket = "";
      acceptLink(socket, head, DATA_PROTOCOL, {}, () => add(sessionId, socket, settle));
      return true;
    },
    open: async (sessionId, tunnelId) => {
      const link = links.get(sessionId) ?? (await wanted(sessionId));
      if (!link) throw new StreamRefused(NO_LINK);
      return link.open(tunnelId);
    },
    onGone: (told) => void listeners.add(told),
    end: (sessionId) => {
      underWay.get(sessionId)?.settle(null);
      links.get(sessionId)?.drain(drainMs);
    },
    close: () => {
      for (const { settle } of underWay.values()) settle(null);
      for (const link of links.values()) link.drain(0);
    },
  };
}

/** In a time that does not tell how much of it is right. */
function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b);
}
