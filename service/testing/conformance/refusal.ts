import type { ErrorName } from "#contract/error.ts";
import type { LiveWorld } from "./live.ts";
import type { Sent } from "./world.ts";

/** A request that must be refused: the ids of its path, what is sent, the field at fault, and words of the message. */
type Asked = {
  ids?: Record<string, string>;
  sent?: Sent;
  /** Without its question mark. */
  query?: string;
  at?: string;
  says?: readonly string[];
  /** Sent between the service's signal to stop and its end. */
  whileStopping?: true;
};

/** `[error, what is wrong, how it comes about]` */
export type Refusal = readonly [problem: ErrorName, what: string, ask: (world: LiveWorld) => Promise<Asked>];

/** By the name of the operation. */
export type Refusals = Readonly<Record<string, readonly Refusal[]>>;

/** The end of an id that nothing has. */
export const NO_ID = "000000000000000000000000000";
