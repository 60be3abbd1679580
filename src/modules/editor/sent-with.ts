import type { SentWith } from "#editing/diff-tab.tsx";
import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import { ownerPath } from "#resources/module-owner.ts";
import type { ModuleAddress } from "#resources/modules.ts";
import type { ModuleDefinition } from "../define-module.ts";
import { requestOf } from "./use-request-writes.ts";

/** The request of a save that turns `replaces` off, as the other modules of its owner are known now. */
export function sentWith(
  address: ModuleAddress,
  replaces: ModuleDefinition | undefined,
  modules: JsonObject | undefined,
): SentWith | undefined {
  const answer = replaces && modules ? own(modules, replaces.kind) : null;
  if (!replaces || !isJsonObject(answer)) return undefined;
  const { kind: field, title, secrets } = replaces;
  const value = requestOf(replaces, answer) ?? {};
  const also = [{ label: title, from: "on", to: "off" }];
  return { path: ownerPath(address), field: address.kind, other: { field, value, secrets }, also };
}
