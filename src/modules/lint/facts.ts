import { isOn } from "#contract/modules/closed-by.ts";
import type { CantApply } from "#contract/modules/cant-apply.ts";
import type { KnownLimits, Unreached } from "#resources/unreachable.ts";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { own, type JsonObject } from "#forms/json.ts";
import type { OwnAddress } from "#policy-lab/own-address.ts";
import type { RuleLike } from "#policy-lab/verdict.ts";

/** error: it can't work or lets nobody in · warning: probably not what is meant · note: worth knowing. */
export type Severity = "error" | "warning" | "note";

/** A login that is on, and the route that has it. */
export type RouteLogin = { routeId: string; match: string; module: string };

/** Something about the modules of an owner that one of them alone does not show. */
export type Finding = {
  severity: Severity;
  /** "Two login modules are on". */
  title: string;
  reason: string;
  /** Wire name of the module to change, and its field where it is one; a field inside that follows a dot. */
  module: string;
  field?: string;
  /** It says what none of the checks does: its module is but the first of them. */
  isOfAll?: true;
  /** That its module is off is what it says: "OAuth", "the backend". */
  isOff?: string;
  /** Other modules of the owner that it is as much about: their editors tell it too. */
  also?: readonly string[];
  /** Why an edge that reads how the module is set lets nobody in by it. */
  closing?: CantApply | undefined;
  /** It lets everyone past its module: by which IP rules, where they do. */
  opens?: readonly RuleLike[];
  /** Requests met it, however the draft would be. */
  seen?: Unreached;
  /** Another route mends it. */
  newRoute?: boolean;
  /** The login of another route that stands in the way. */
  elsewhere?: RouteLogin;
  /** Whose module: that of the owner itself, or of the edge its route is on. */
  of: "owner" | "edge";
};

/** Says no more than the line of its module, which has the button that mends it. */
export const isJustOff = ({ severity, isOff }: Finding): boolean =>
  severity === "note" && isOff !== undefined;

/** What is looked at: an owner with its modules by wire name, and for a route the edge that it is on. */
export type LintTarget = {
  owner: ModuleOwner;
  id: string;
  /** As answered or as they would be sent; anything else in it is ignored. */
  modules: JsonObject;
  edge?: JsonObject | undefined;
  /** The rules of IP restrictions, once they are read. */
  ipRules?: KnownIpRules | undefined;
  /** Whether no backend has this as its ID, as far as is known. */
  isNoBackend?: ((id: string) => boolean) | undefined;
};

/** All IP rules, the names of their policies, and the operator's own address, once it is known. */
export type KnownIpRules = {
  rules: readonly RuleLike[];
  nameOf: (policyId: string) => string;
  own?: OwnAddress | null | undefined;
};

/** A target with ways to ask it. */
export type Facts = LintTarget & {
  limits: KnownLimits;
  module: (kind: string) => JsonObject | null;
  /** A module that is set and not off. */
  on: (kind: string) => JsonObject | null;
  /** A module of the route's edge, or of the edge itself, that is set and not off. */
  edgeOn: (kind: string) => JsonObject | null;
};

/** The entries of some lists of a module. */
export const listed = (module: JsonObject, ...names: string[]): unknown[] =>
  names.flatMap((name): unknown[] => {
    const value = own(module, name);
    return Array.isArray(value) ? value : [];
  });

/** A module unless it is not set or off. */
export const unlessOff = (value: JsonObject | null): JsonObject | null => (isOn(value) ? value : null);
