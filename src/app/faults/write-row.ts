import type { Connection } from "#api/connection.ts";

type At = { edge: string; route: string };
/** What the writes are tried on. What a write deletes is there for it alone. */
export type World = {
  /** Past all faults. */
  direct: Connection;
  place: Pick<Connection, "baseUrl" | "key">;
  key: string;
  authtoken: string;
  backend: string;
  authority: string;
  policy: string;
  rule: string;
  at: At;
  /** A route where people sign in by OAuth. */
  login: At;
  agents: string[];
  pem: string;
  doomed: { key: string; policy: string; rule: string; edge: string; route: At };
};

export type Row = {
  at: (world: World) => string;
  /** Before its page is opened. */
  first?: (world: World) => Promise<void>;
  /** Shown once its page has read what the write is looked for in. */
  ready?: RegExp;
  /** Values to type, by the names or labels of their fields. */
  fill?: (world: World) => Record<string, string>;
  /** Shows what was typed where the fields are gone. */
  keeps?: RegExp;
  /** Buttons that open its dialog, then the one that writes. None: opening the page does, and so once only. */
  press: readonly (string | RegExp)[];
  /** The button that sends it once more, where it is another. */
  again?: string;
  end?: string;
  method: string;
  path: RegExp;
  /** What is said of a fault where it is not what pages say of it, by the name of the fault. */
  says?: Readonly<Record<string, RegExp>>;
  /** Would say that it was done, beside what no row may say. */
  claims?: RegExp;
  /** After a cut: said in a toast once it is known that it was done; `onPage` where that can't be, or is said elsewhere. */
  done: RegExp;
  onPage?: true;
};
