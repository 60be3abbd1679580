import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { appConfigQuery } from "#api/app-config.ts";
import { modulePath, useModuleWrites, type ModuleAddress, type ModuleValue } from "#resources/modules.ts";
import { closes, closesWords, useEdgeLimits } from "#resources/closing.ts";
import type { CheckedWrites } from "#editing/checked-writes.ts";
import { knownSecrets } from "#editing/known-secrets.ts";
import { undoLoss } from "#editing/lost-secrets.ts";
import { own, sameJson, type JsonObject } from "#forms/json.ts";
import type { ModuleDefinition } from "../define-module.ts";
import { ApiError, Refusal } from "#api/errors.ts";
import { moduleHref } from "#resources/module-href.ts";
import { ownerKeys, readOwner } from "#resources/module-owner.ts";
import { unlessOff } from "../lint/facts.ts";
import { EXCHANGEABLE, isOnAt, loginElsewhere } from "../lint/guards.ts";
import { elsewhereLabel, textsOf } from "../texts.ts";

/** An answered module as the request that would give it again: the shape that forms, diffs and merges work on. */
export function requestOf(
  { contract }: Pick<ModuleDefinition, "contract">,
  answer: ModuleValue,
): ModuleValue {
  return answer === null ? null : contract.toRequest(answer as never);
}

/**
 * Reads and writes of one module that take and answer requests, and whether the service keeps a secret that a request leaves
 * out. An undo brings back the secrets that were written in this visit. `replaces` is the login that goes off with the write
 * that sets this one on, in one request (decisions/modules/login-switch.md); `modules` are those of the owner.
 */
export function useRequestWrites(
  definition: ModuleDefinition,
  address: ModuleAddress,
  replaces?: ModuleDefinition,
  modules?: JsonObject,
) {
  const { kind, contract, check } = definition;
  const { data: config } = useQuery(appConfigQuery);
  const secretsKept = config?.secrets === "kept";
  const limits = useEdgeLimits();
  /** Whether nobody gets in with it set so; where the login before closed the address too, nobody did. */
  const takesOffline = (value: ModuleValue): boolean =>
    closes(kind, value, limits) &&
    !(replaces && closes(replaces.kind, own(modules ?? {}, replaces.kind), limits));
  /** Why nobody gets in once it is on, set so; undefined = they do. */
  const onceOn = (value: ModuleValue): string | undefined => {
    const on = { ...value, enabled: true };
    return takesOffline(on) ? closesWords(kind, on, limits) : undefined;
  };
  const client = useQueryClient();
  const navigate = useNavigate();
  const showAnew = () => {
    for (const queryKey of ownerKeys(address)) void client.invalidateQueries({ queryKey, exact: true });
  };
  const knownOf = (one: ModuleDefinition) =>
    knownSecrets(client, modulePath({ ...address, kind: one.kind }), one.kind, secretsKept);
  const known = knownOf(definition);
  const moduleWrites = useModuleWrites();
  const answers = moduleWrites(address, contract);
  /** The login that the last write turned off, as it was, with the way back; `step` is what the first request of two leaves. */
  const replaced: { login?: { of: ModuleDefinition; was: JsonObject; step?: JsonObject } } = {};
  const sent: { written?: ModuleValue } = {};

  /** Sets this module on and the other login off. */
  const replace = async (value: JsonObject, of: ModuleDefinition): Promise<ModuleValue> => {
    const other = moduleWrites({ ...address, kind: of.kind }, of.contract);
    const theirs = unlessOff(requestOf(of, await other.read()));
    if (!theirs) return answers.write(value);
    const answer = await answers.writeWith(value, of, { ...theirs, enabled: false });
    replaced.login = { of, was: knownOf(of).complete(theirs) ?? theirs };
    return answer;
  };
  const isStep = (value: ModuleValue) => sameJson(value, replaced.login?.step);
  /** Sets the other login on again, in one request with what this module was; one that was not set is turned off, then removed. */
  const putBack = async (value: ModuleValue, over: JsonObject, login: NonNullable<typeof replaced.login>) => {
    const back = value ?? { ...(known.complete(over) ?? over), enabled: false };
    if (value) {
      const answer = await answers.writeWith(back, login.of, login.was);
      delete replaced.login;
      return answer;
    }
    if (!isStep(over)) {
      login.step = { ...over, enabled: false };
      // Off for a moment only, which is nothing to go back to.
      await answers.writeWith(back, login.of, login.was, "passing");
    }
    const answer = await answers.write(null).catch((error: unknown) => {
      void answers.read().catch(() => {});
      throw error;
    });
    delete replaced.login;
    return answer;
  };
  /** Whoever turned another login on meanwhile, as nobody saw who saves: with both on, nobody may get in. */
  const stopAtOthers = async () => {
    if (!modules || !EXCHANGEABLE.includes(kind)) return;
    const now: object = await readOwner(client, address);
    const others = EXCHANGEABLE.filter(
      (one) => one !== kind && isOnAt({ ...now }, one) && !isOnAt(modules, one),
    );
    if (others.length === 0) return;
    showAnew();
    const what = others.map((one) => textsOf(one).title).join(" and ");
    throw new Refusal(`${what} was turned on meanwhile. Nothing was saved. Check the route first.`);
  };
  const send = async (value: ModuleValue, over: ModuleValue): Promise<ModuleValue> => {
    if (replaced.login && over) return putBack(value, over, replaced.login);
    if (!value || !unlessOff(value)) return answers.write(value);
    await stopAtOthers();
    return replaces ? replace(value, replaces) : answers.write(value);
  };

  const writes: CheckedWrites = {
    undoLoss: (change) => {
      const loss = undoLoss(kind, change, secretsKept, check);
      if (loss ?? !replaced.login) return loss;
      const { of, was } = replaced.login;
      const off = { ...was, enabled: false };
      return undoLoss(of.kind, { sent: off, written: off, previous: was }, secretsKept, of.check);
    },
    read: async () => requestOf(definition, await answers.read()),
    write: async (value, over) => {
      const written = requestOf(definition, await send(value, over));
      known.wrote(value, over, written);
      sent.written = written;
      return written;
    },
    complete: known.complete,
    isStep,
    openedBy: async (undone) => {
      const { openedBy } = await import("./opened-by.ts");
      return openedBy(client, address, limits, undone);
    },
    // protocol-facts.md#login-modules, 7155
    inTheWay: async (error) => {
      if (address.owner !== "route" || !(error instanceof ApiError && error.code?.endsWith("_7155")))
        return undefined;
      showAnew();
      const edge = await readOwner(client, { owner: "httpsEdge", edgeId: address.edgeId });
      const other = loginElsewhere({ ...edge }, address.routeId);
      if (!other) return undefined;
      const to = moduleHref({ ...address, routeId: other.routeId }, other.module);
      return {
        says: `Route ${other.match} has ${textsOf(other.module).title}, and an edge can have one login.`,
        action: { label: elsewhereLabel(other), onSelect: () => void navigate(to) },
      };
    },
    also: () => {
      const of = replaced.login?.of;
      const did = [
        ...(of ? [`${of.title} turned off`] : []),
        ...(sent.written && takesOffline(sent.written) ? ["closed to everyone now"] : []),
      ];
      if (did.length === 0) return undefined;
      return {
        did: did.join(", "),
        ...(of && {
          undone: `${of.title} turned on again`,
          about: modulePath({ ...address, kind: of.kind }),
        }),
      };
    },
  };
  return { writes, secretsKept, takesOffline, onceOn };
}
