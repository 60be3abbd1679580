import { hash } from "node:crypto";
import { contractOf } from "#contract/modules/contracts.ts";
import {
  type Fields,
  type ModuleContract,
  type ModuleOwner,
  refPath,
} from "#contract/modules/module-contract.ts";
import { UNREADABLE } from "#contract/modules/unreadable.ts";
import { readStored } from "#edge/modules/compiled.ts";
import { storedFault } from "#edge/modules/stored-fault.ts";
import { type ModuleRow, storedObject } from "../store/modules.ts";

export type ModuleValue = { enabled?: boolean; [field: string]: unknown };

/**
 * A module as it is answered: defaults filled in, secrets left out (decisions/contract/secrets.md). One that the edge can't read says
 * why, and where no answer can show it, it is answered all the same, so that it can be seen and set anew
 * (decisions/edge/fail-closed.md).
 */
export function moduleWire(owner: ModuleOwner, row: ModuleRow, base: string): ModuleValue {
  const contract = contractOf(owner, row.kind);
  const stored = storedObject(row.value);
  const made = row.made === null ? null : storedObject(row.made);
  const context = {
    uriOf: (kind: Parameters<typeof refPath>[0], id: string) => `${base}${refPath(kind, id)}`,
    ...(made && { made }),
  };
  const fault = faultOf(contract, row.value, stored);
  if (fault === null) return contract.toAnswer(stored, context) as ModuleValue;
  const blank = () => blankAnswer(contract, stored);
  return { ...(answerOf(contract, stored, context) ?? blank()), [UNREADABLE]: fault };
}

/** A module as its owner's answer has it: one that lets nobody in says so, where its own answer says what was set. */
export function moduleInOwner(owner: ModuleOwner, row: ModuleRow, base: string): ModuleValue {
  const value = moduleWire(owner, row, base);
  const { kind, value: text } = row;
  const fault = once(`${owner} ${kind} ${hash("sha256", text, "base64")}`, () =>
    storedFault(owner, kind, storedObject(text) ?? []),
  );
  return fault === null || UNREADABLE in value ? value : { ...value, [UNREADABLE]: fault };
}

/** Why stored texts can't be applied, null where they can: each is read once. The oldest leave. */
const faults = new Map<string, string | null>();
const FAULTS_MAX = 20_000;

function faultOf(contract: ModuleContract, text: string, stored: object | null): string | null {
  return once(`${contract.name} ${hash("sha256", text, "base64")}`, () => {
    const read = readStored(contract, stored ?? []);
    return "fault" in read ? read.fault : null;
  });
}

function once(key: string, find: () => string | null): string | null {
  const known = faults.get(key);
  if (known !== undefined) return known;
  const fault = find();
  faults.set(key, fault);
  if (faults.size > FAULTS_MAX) faults.delete(faults.keys().next().value ?? "");
  return fault;
}

function answerOf(
  { toAnswer, answer }: ModuleContract,
  stored: object | null,
  context: Parameters<ModuleContract["toAnswer"]>[1],
): Fields | null {
  try {
    const value = stored && toAnswer(stored, context);
    return answer.safeParse(value).success ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** In place of a field that must be there. */
const BLANKS: Readonly<Record<string, unknown>> = { string: "", number: 0, int: 0, object: {}, array: [] };
/** Objects within objects within the answer. */
const DEPTH = 4;

/** It is on as long as it is not off for certain, as the edge has it. Nothing else of it is shown: it may be a secret. */
function blankAnswer({ answer }: ModuleContract, stored: object | null): Fields {
  const blank: Fields = { enabled: (stored as Fields | null)?.["enabled"] !== false };
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const { error } = answer.safeParse(blank);
    for (const { path, ...issue } of error?.issues ?? [])
      if ("expected" in issue) put(blank, path.map(String), BLANKS[String(issue.expected)]);
  }
  return blank;
}

function put(into: Fields, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) into[name] = structuredClone(value);
  else put(into[name] as Fields, rest, value);
}
