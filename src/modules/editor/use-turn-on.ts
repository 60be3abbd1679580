import { isLogin } from "#contract/modules/kinds.ts";
import type { OwnerAddress } from "#resources/module-owner.ts";
import type { ModuleValue } from "#resources/modules.ts";
import { limitIn, type ModuleDefinition } from "../define-module.ts";
import type { LintTarget } from "../lint/facts.ts";
import { isLockoutKnown, lossBySave, loginBeside, loginElsewhere, withModule } from "../lint/guards.ts";
import { contradictionOf } from "../lint/lint.ts";
import { moduleOf } from "../registry.ts";
import { useRequestWrites } from "./use-request-writes.ts";

/**
 * What turning a module on, set to `value`, does to its owner, and how it is written, wherever it is turned on: `question` is
 * what to ask before, undefined = nothing, once that `isKnown`. `writes` replace what can't be on with it; `besideWrites` leave that on, where this is a
 * choice; `refusal` is why it can't be on. `target` is the owner as it is, once it is known.
 */
export function useTurnOn(
  definition: ModuleDefinition,
  owner: OwnerAddress,
  target: LintTarget | undefined,
  value: ModuleValue,
) {
  const { kind } = definition;
  const at = { ...owner, kind };
  const login = loginBeside(target?.modules, kind);
  const contradicts =
    target && contradictionOf(login === undefined ? target : withModule(target, login, null), kind);
  const isChoice = login === undefined && contradicts?.exchangeable === true;
  const replaces = moduleOf(login ?? (isChoice ? contradicts.other : ""), owner.owner);
  const { writes, secretsKept, onceOn } = useRequestWrites(definition, at, replaces, target?.modules);
  const beside = useRequestWrites(definition, at);
  const closes = onceOn(value);
  const loss = value && lossBySave(target, kind, { ...value, enabled: false }, { ...value, enabled: true });
  // Where nobody gets in, nor does the operator.
  const lockout = loss?.own && closes === undefined ? loss : undefined;
  const isKnown = closes !== undefined || isLockoutKnown(target, kind);
  const holder = isLogin(kind) && loginElsewhere(target?.edge, target?.modules?.["id"]);
  const asks = (closes ?? lockout ?? replaces ?? contradicts) !== undefined;
  return {
    writes,
    secretsKept,
    isKnown,
    refusal: holder ? `Route ${holder.match} has the login of this edge. Turn it off there first` : undefined,
    question: asks
      ? {
          closes,
          lockout,
          contradicts,
          replaces: replaces?.title,
          limit: replaces && limitIn(target?.modules, replaces),
          opened: loss?.anyone && closes === undefined ? loss : undefined,
        }
      : undefined,
    besideWrites: isChoice && closes === undefined ? beside.writes : undefined,
  };
}
