import {
  type CelEnv,
  celEnv,
  type CelFunc,
  type CelResult,
  isCelList,
  isCelMap,
  isCelUint,
} from "@bufbuild/cel";
import { RE2JS } from "@bufbuild/re2";

type Group = NonNullable<ReturnType<CelEnv["funcs"]["find"]>>;
/** A pattern ready to use. @throws Error where it is none. */
type Compile = (pattern: string) => { test: (text: string) => boolean };
type Value = Exclude<Parameters<Group["call"]>[1], undefined>;

const TAGS: Readonly<Record<string, number>> = { string: 1, bigint: 2, number: 3, boolean: 4 };
/** Above all tags: where there is no target. */
const NONE = 9;

/** A number for what the functions of the library tell apart; null of times, of which there are several kinds. */
function tagOf(value: Value): number | null {
  if (typeof value !== "object") return TAGS[typeof value] ?? null;
  if (value === null) return 5;
  if (isCelList(value)) return 6;
  if (isCelMap(value)) return 7;
  return isCelUint(value) ? 8 : null;
}

/** A function by all its signatures: which of them takes what is given is found once for each combination of types. */
function quickGroup(group: Group): Group {
  const all = [...group];
  const known = new Map<number, CelFunc>();
  return Object.create(group, {
    call: {
      value: (id: number, target: Value | undefined, args: Value[]): CelResult | undefined => {
        let key = target === undefined ? NONE : tagOf(target);
        for (const arg of args) {
          const tag = key === null ? null : tagOf(arg);
          key = key === null || tag === null ? null : key * (NONE + 1) + tag;
        }
        if (key === null) return group.call(id, target, args);
        const found = known.get(key)?.call(id, target, args);
        if (found !== undefined) return found;
        for (const one of all) {
          const result = one.call(id, target, args);
          if (result === undefined) continue;
          known.set(key, one);
          return result;
        }
        return undefined;
      },
    },
  }) as Group;
}

/**
 * The environment of the library, made quicker: it looks through all signatures of a function for each call, and builds each
 * pattern anew for each text. Verdicts are the same (filter-plan.test.ts).
 */
export function quickEnv(): { env: CelEnv; compile: Compile } {
  const patterns = new Map<string, ReturnType<Compile>>();
  const compile: Compile = (pattern) => {
    let built = patterns.get(pattern);
    if (!built) patterns.set(pattern, (built = RE2JS.compile(pattern)));
    return built;
  };
  const env = celEnv({ re2: { compile } });
  const groups = new Map<string, Group | undefined>();
  const find = (name: string): Group | undefined => {
    if (!groups.has(name)) {
      const group = env.funcs.find(name);
      groups.set(name, group && quickGroup(group));
    }
    return groups.get(name);
  };
  return { env: Object.create(env, { funcs: { value: { find } } }) as CelEnv, compile };
}
