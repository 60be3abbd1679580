/** An event as it is sent: its id, that of its object, and its envelope in JSON. */
export type Message = { id: string; object: string; text: string };

/** What came of a message: `final` = to try again can't help. A reason holds no secret and no part of an answer. */
export type Outcome = { sent: true } | { sent: false; reason: string; final: boolean };

export const SENT: Outcome = { sent: true };
export const later = (reason: string): Outcome => ({ sent: false, reason, final: false });
export const never = (reason: string): Outcome => ({ sent: false, reason, final: true });

/** Where messages go, and what it takes at once. */
export type Target = {
  /** It keeps all of a batch in its order, or nothing. Others may keep a part, so a batch has one message of an object. */
  whole: boolean;
  messagesMax: number;
  /** Of a batch, and of a message, in bytes. */
  bytesMax: number;
  messageBytesMax: number;
  /** What came of each message, in their order. Never rejects. */
  send: (messages: readonly Message[], signal: AbortSignal) => Promise<Outcome[]>;
  close: () => Promise<void>;
};

/** What a target of this service may do. */
export type TargetRights = {
  /** Folder of the files that events are written to. */
  filesDir: string;
  /** Whether targets may lead to addresses that are not public. */
  privateAddresses: boolean;
  /** Of the account. */
  accountId: string;
};
