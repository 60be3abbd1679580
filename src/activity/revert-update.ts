import type { Event } from "#contract/event.ts";
import { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { secretFieldsOf } from "#contract/modules/kinds.ts";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { request } from "#api/client.ts";
import { fetchList } from "#api/list.ts";
import { Refusal } from "#api/errors.ts";
import { requestNothing } from "#api/request-nothing.ts";
import { undoLoss } from "#editing/lost-secrets.ts";
import { isJsonObject, sameJson, type JsonObject } from "#forms/json.ts";
import type { ModuleDefinition } from "#modules/define-module.ts";
import type { Brought } from "#modules/editor/shared-with.ts";
import { type Loss, lossBySave } from "#modules/lint/guards.ts";
import { asksRules } from "#modules/lint/use-ip-rules.ts";
import { moduleOf } from "#modules/registry.ts";
import { resourceOf } from "#resources/all.ts";
import { edges, routesOf } from "#resources/edges.ts";
import { subscriptionRequest } from "#resources/event-subscriptions.ts";
import { fieldLabel } from "#resources/field-labels.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { moduleHref } from "#resources/module-href.ts";
import type { OwnerAddress } from "#resources/module-owner.ts";
import { kindOf } from "#resources/ref-target.ts";
import { shortenId } from "#ui/format.ts";

/** A module that an update changed, as requests; null = not set. */
type Module = { definition: ModuleDefinition; was: JsonObject | null; is: JsonObject | null };

/** What is sent to take an update back, and where. */
type Plan = { path: string; fields: JsonObject; modules: Module[] };

/**
 * What stands between an update and its way back. `now` is the object as it was just read, of which the update's fields are
 * shown; `refusal` says why nothing can be sent, `loss` what does not come back, `ends` why the revert itself can't be undone, and
 * `opens` what is no longer protected or served. `form`: where what a refused one lacks can be entered, with the rest filled in.
 */
export type UpdateCheck = {
  now: JsonObject;
  refusal?: string | undefined;
  loss?: string | undefined;
  ends?: string | undefined;
  opens?: readonly Loss[];
  form?: { to: string; state: Brought } | undefined;
};

/** Where the object of an event is, below the base URL. */
function pathOf({ object: { id, edge_id: edgeId } }: Event): string {
  const of = resourceOf(String(id));
  const path = of?.kind === "route" ? routesOf(String(edgeId)).path : of?.path;
  if (path === undefined) throw new Refusal("This console can’t change what it was.");
  return `${path}/${encodeURIComponent(String(id))}`;
}

function planOf(event: Event): Plan {
  const { object, gatehouse } = event;
  const plan: Plan = { path: pathOf(event), fields: {}, modules: [] };
  const owner = kindOf(String(object["id"])) as ModuleOwner;
  for (const [field, was] of Object.entries(gatehouse?.before ?? {})) {
    const definition = moduleOf(field, owner);
    const asked = (value: unknown) =>
      definition && isJsonObject(value) ? definition.contract.toRequest(value as never) : null;
    if (definition) plan.modules.push({ definition, was: asked(was), is: asked(object[field]) });
    else plan.fields[field] = was;
  }
  if (kindOf(String(object["id"])) === "eventSubscription") plan.fields = subscriptionRequest(plan.fields);
  return plan;
}

/**
 * Reads the object and says whether the update can be taken back: each field must still be as the update left it, as for an
 * undo (checked-writes.ts). Nothing is kept of a secret, so a change of one alone has no way back.
 */
export async function checkUpdate(event: Event, secretsKept: boolean): Promise<UpdateCheck> {
  const { path, modules } = planOf(event);
  const before = event.gatehouse?.before ?? {};
  const names = Object.keys(before);
  const now = await request<JsonObject>({ method: "GET", path });
  const kind = kindOf(String(event.object["id"])) ?? undefined;
  const titleOf = (field: string) =>
    modules.find(({ definition }) => definition.kind === field)?.definition.title ?? fieldLabel(kind, field);
  const same = (a: unknown, b: unknown) => sameJson(withoutUris(a) ?? null, withoutUris(b) ?? null);
  if (names.every((field) => same(before[field], event.object[field])))
    return {
      now,
      refusal: modules.some(({ definition }) => definition.secrets.length > 0)
        ? "Nothing visible changed. Secrets aren’t logged, so an old one can’t be restored."
        : "Nothing changed, so there is nothing to revert.",
    };
  if (names.every((field) => same(now[field], before[field])))
    return { now, refusal: "It is already as it was before this change." };
  const changed = names.filter((field) => !same(now[field], event.object[field]));
  if (changed.length > 0)
    return {
      now,
      refusal: `Changed again since: ${changed.map(titleOf).join(", ")}. Revert the newer change first, or edit it.`,
    };
  const losses = lossesOf(event, secretsKept);
  const none = losses.find(({ rest }) => !rest);
  if (none) return { now, refusal: none.says, form: formOf(event, none) };
  const [ends] = lossesOf(inverseOf(event, now), secretsKept);
  return { now, loss: losses[0]?.says, ends: ends?.says, opens: await opensOf(event, now, modules) };
}

/** Without the addresses of refs, whose origin is that of whoever asked when it was written. */
function withoutUris(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUris);
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).filter(([name]) => name !== "uri");
  return Object.fromEntries(fields.map(([name, one]) => [name, withoutUris(one)]));
}

/** What does not come back of secrets, and of which module. */
const lossesOf = (event: Event, secretsKept: boolean) =>
  planOf(event).modules.flatMap((module) => {
    const { definition, was, is } = module;
    const written = { sent: is, written: is, previous: was };
    const loss = undoLoss(definition.kind, written, secretsKept, definition.check);
    return loss ? [{ ...loss, module }] : [];
  });

/** The form of a module, filled with what is known of what it was. */
function formOf(
  { object }: Event,
  { module: { definition, was, is } }: { module: Module },
): UpdateCheck["form"] {
  const id = String(object["id"]);
  const owner = kindOf(id) as ModuleOwner;
  const address: OwnerAddress =
    owner === "route" ? { owner, edgeId: String(object["edge_id"]), routeId: id } : { owner, edgeId: id };
  const [secret = ""] = secretFieldsOf(definition.kind).map(({ path }) => path[0]);
  return was === null || is !== null
    ? undefined
    : { to: `${moduleHref(address, definition.kind)}?field=${secret}`, state: { values: was } };
}

/** What each module protects or serves that is on now and would not be. */
async function opensOf({ object, gatehouse }: Event, now: JsonObject, modules: readonly Module[]) {
  const id = String(object["id"]);
  const owner = kindOf(id) as ModuleOwner;
  const edge =
    owner === "route"
      ? await request<JsonObject>({ method: "GET", path: edges.https.pathOf(String(object["edge_id"])) })
      : undefined;
  const then: JsonObject = { ...now, ...gatehouse?.before };
  const rules = [now, then].some(asksRules) ? await fetchList({ ...ipRules, item: IpPolicyRule }) : [];
  const target = { owner, id, edge, modules: then, ipRules: { rules, nameOf: shortenId } };
  const valueIn = (of: JsonObject, kind: string) => (isJsonObject(of[kind]) ? of[kind] : null);
  return modules.flatMap(
    ({ definition: { kind } }) => lossBySave(target, kind, valueIn(now, kind), valueIn(then, kind)) ?? [],
  );
}

/** The update that takes the way back of this one back, which found the object as `now`. */
export function inverseOf(event: Event, now: JsonObject): Event {
  const { object, gatehouse } = event;
  const before = gatehouse?.before ?? {};
  const was = Object.fromEntries(Object.keys(before).map((field) => [field, now[field] ?? null]));
  return { ...event, object: { ...object, ...before }, gatehouse: { ...gatehouse, before: was } };
}

/** Takes an update back that {@link checkUpdate} found nothing against. What is removed is removed last: nothing is open meanwhile. */
export async function revertUpdate(event: Event): Promise<void> {
  const { path, fields, modules } = planOf(event);
  const set = modules.filter(({ was }) => was !== null);
  const gone = modules.filter(({ was }) => was === null);
  const modulePath = ({ definition }: Module) => `${path}/${definition.kind}`;
  const [one] = set;
  if (one && modules.length === 1 && Object.keys(fields).length === 0)
    await request<unknown>({ method: "PUT", path: modulePath(one), body: one.was });
  else if (set.length > 0 || Object.keys(fields).length > 0)
    await request<unknown>({
      method: "PATCH",
      path,
      body: {
        ...fields,
        ...Object.fromEntries(set.map(({ definition, was }) => [definition.kind, was])),
        // A route has one login that is on.
        ...(set.length > 0 &&
          Object.fromEntries(gone.map(({ definition, is }) => [definition.kind, { ...is, enabled: false }]))),
      },
    });
  for (const module of gone) await requestNothing({ method: "DELETE", path: modulePath(module) });
}
