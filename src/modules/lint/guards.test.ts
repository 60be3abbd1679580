import * as fc from "fast-check";
import { expect, it } from "vitest";
import { LOGIN_MODULES, ROUTE_MODULES } from "#contract/modules/kinds.ts";
import { GUARDS, guardLoss, loginBeside, withModule } from "./guards.ts";

const state = fc.constantFrom(null, { enabled: true }, { enabled: false }, {});
const isOn = (value: unknown) => value !== null && (value as { enabled?: boolean }).enabled !== false;
const routes = fc.record({
  modules: fc.record(Object.fromEntries(ROUTE_MODULES.map((kind) => [kind, state]))),
  mutual_tls: state,
  hostports: fc.array(fc.constantFrom("a.example:443", "b.example:443")),
});

// Cause: a login went off in one click. Law: turning a guard off says in numbers what is open then.
it("what is lost with a guard: the addresses, and every guard that stays on, its edge's too", () => {
  fc.assert(
    fc.property(routes, fc.constantFrom(...ROUTE_MODULES), ({ modules, mutual_tls, hostports }, kind) => {
      const edge = { hostports, mutual_tls };
      const target = { owner: "route" as const, id: "r", modules: { ...modules, match: "/a" }, edge };
      const loss = guardLoss(target, kind);
      expect(loss !== null).toBe(GUARDS.includes(kind) && isOn(modules[kind]));
      if (!loss) return;
      expect(loss.addresses).toEqual(hostports.map((one) => one.replace(":443", "/a")));
      const left = GUARDS.filter((one) => one !== kind && isOn(modules[one] ?? null));
      expect(loss.left.toSorted()).toEqual([...left, ...(isOn(mutual_tls) ? ["mutual_tls"] : [])].toSorted());
      expect(guardLoss(withModule(target, kind, null), kind)).toBeNull();
    }),
  );
});

it("a login that goes on replaces the one that is on, and nothing else", () => {
  fc.assert(
    fc.property(routes, fc.constantFrom(...ROUTE_MODULES), ({ modules }, kind) => {
      const others = LOGIN_MODULES.filter((one) => one !== kind && isOn(modules[one]));
      const isLogin = LOGIN_MODULES.some((one) => one === kind);
      expect(loginBeside(modules, kind)).toBe(isLogin ? others[0] : undefined);
    }),
  );
});
