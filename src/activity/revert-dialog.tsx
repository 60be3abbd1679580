import { KINDS } from "#resources/kinds.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { appConfigQuery } from "#api/app-config.ts";
import { Refusal } from "#api/errors.ts";
import type { Event } from "#contract/event.ts";
import { tryInToast } from "#components/failure-toast.ts";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { QueryGate } from "#components/query-gate.tsx";
import { saidOf, turnedBy } from "#editing/checked-writes.ts";
import { isJsonObject, sameJson, type JsonObject } from "#forms/json.ts";
import { LossText } from "#modules/editor/loss-text.tsx";
import { edgeName } from "#resources/edge-names.ts";
import { counted } from "#ui/format.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { useToast } from "#ui/toast.tsx";
import { changesBetween } from "./changes-of.ts";
import { inLabels } from "./in-labels.ts";
import { PartChanges } from "./part-changes.tsx";
import { checkUpdate, inverseOf, revertUpdate } from "./revert-update.ts";
import { checkRestore, useRestoreDeleted } from "./use-restore-deleted.ts";

type Props = { event: Event; name: string; noun: string; onClose: () => void };

/** Asks before a change is taken back: shows what it does, and whether it still can be. Import lazily. */
export function RevertDialog(props: Props) {
  return props.event.event_type.includes("_deleted.") ? (
    <RestoreDialog {...props} />
  ) : (
    <UpdateDialog {...props} />
  );
}

function UpdateDialog({ event, name, onClose }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const { data: config } = useQuery(appConfigQuery);
  const secretsKept = config?.secrets === "kept";
  const query = useQuery({
    queryKey: ["revert", event.event_id, secretsKept],
    queryFn: () => checkUpdate(event, secretsKept),
    gcTime: 0,
    staleTime: Infinity,
  });
  const { data } = query;
  const [moved, setMoved] = useState(false);
  const before = event.gatehouse?.before ?? {};
  const shown = (object: JsonObject) => fieldsOf(object, before);
  const revert = async () => {
    const now = await checkUpdate(event, secretsKept);
    if (now.refusal !== undefined || !sameJson(shown(now.now), shown(data?.now ?? {}))) {
      setMoved(true);
      await query.refetch();
      throw new Refusal("It was changed while this was open. Check the changes again.");
    }
    await revertUpdate(event).catch((error: unknown) => {
      throw inLabels(error, event);
    });
    void client.invalidateQueries();
    const text = revertedText(event, now.now, name);
    const inverse = inverseOf(event, now.now);
    toast({
      tone: "ok",
      text,
      ...(now.ends === undefined && {
        action: {
          label: "Undo",
          onSelect: () => void undoRevert(inverse, name, { toast, client, secretsKept }),
        },
      }),
    });
  };
  const opens = data?.opens ?? [];
  const label = opens.some(({ left }) => left?.length === 0)
    ? "Revert and open to anyone"
    : opens.some(({ left, tls }) => left === null && !tls)
      ? "Revert and take offline"
      : "Revert";
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Revert this change of ${name}?`}
      confirmLabel={label}
      danger={label !== "Revert"}
      tried="revert this change"
      confirmDisabledReason={
        data ? data.refusal && "Can’t be reverted, see the reason above" : "Loading what it is now"
      }
      onConfirm={revert}
    >
      <QueryGate query={query} tried="load what it is now">
        {({ now, refusal, form, loss, ends, opens: opened = [] }) => (
          <div className="grid gap-3">
            {refusal === undefined ? (
              <PartChanges parts={changesBetween(event.object, shown(now), before)} past={false} />
            ) : (
              <Note
                tone="warn"
                actions={
                  form && (
                    <ButtonLink size="sm" {...form}>
                      Enter the secret
                    </ButtonLink>
                  )
                }
              >
                {refusal}
              </Note>
            )}
            {opened.map((one) => (
              <LossText key={JSON.stringify(one)} loss={one} />
            ))}
            {[...new Set([loss, ends])].map(
              (says) =>
                says && (
                  <Note key={says} tone="warn">
                    {says}
                  </Note>
                ),
            )}
            {moved ? null : (
              <p className="text-xs text-content-muted">Checks for conflicts before it writes.</p>
            )}
          </div>
        )}
      </QueryGate>
    </ConfirmDialog>
  );
}

/** Of an object the fields that an update changed. */
const fieldsOf = (object: JsonObject, before: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(before).map((field) => [field, object[field]]));

/** "Turned off JWT validation on app.example.com/": what the revert of an update did to what was `now`. */
function revertedText({ object, gatehouse }: Event, now: JsonObject, name: string): string {
  const before = gatehouse?.before ?? {};
  const parts = changesBetween(object, fieldsOf(now, before), before);
  const titles = parts.flatMap(({ title }) => title || []);
  if (titles.length === 0) return `Change of ${name} reverted`;
  const [field = ""] = Object.keys(before);
  const valueIn = (from: JsonObject) => (isJsonObject(from[field]) ? from[field] : null);
  const did = parts[0]?.did ?? turnedBy(valueIn(now), valueIn(before));
  if (parts.length > 1 || did === undefined) return `${titles.join(", ")} on ${name} reverted`;
  return saidOf({ title: titles.join(), place: name }, did, did === "removed" ? "from" : "on");
}

type Undone = {
  toast: ReturnType<typeof useToast>;
  client: ReturnType<typeof useQueryClient>;
  secretsKept: boolean;
};

async function undoRevert(inverse: Event, name: string, { toast, client, secretsKept }: Undone) {
  await tryInToast(
    toast,
    () => "undo the revert",
    async () => {
      const { refusal } = await checkUpdate(inverse, secretsKept);
      if (refusal !== undefined) throw new Refusal(refusal);
      await revertUpdate(inverse);
      void client.invalidateQueries();
      toast({ tone: "ok", text: `Revert of ${name} undone` });
    },
  );
}

function RestoreDialog({ event, name, noun, onClose }: Props) {
  const client = useQueryClient();
  const restore = useRestoreDeleted();
  const query = useQuery({
    queryKey: ["revert", event.event_id],
    queryFn: () => checkRestore(client, event),
    gcTime: 0,
    staleTime: Infinity,
  });
  const { data } = query;
  const run = async () => {
    try {
      await restore(event, data?.parts ?? []);
    } catch (error) {
      // What stands in its way may have come meanwhile.
      await query.refetch();
      throw inLabels(error, event);
    }
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Restore ${noun} ${name}?`}
      confirmLabel="Restore"
      tried={`restore ${noun} ${name}`}
      confirmDisabledReason={
        data ? data.refusal && "Can’t be restored, see the reason above" : "Loading what was deleted with it"
      }
      onConfirm={run}
    >
      <QueryGate query={query} tried="load what was deleted with it">
        {({ parts, refusal, holder, heir, twin, gone = [], asksSecret }) =>
          refusal ? (
            <Note tone="warn">
              {refusal} {holder ? <RefLookup reference={holder} /> : null}
            </Note>
          ) : (
            <div className="grid gap-3">
              {twin ? (
                <Note tone="warn">
                  The same {noun} already exists: <RefLookup reference={twin} />. This creates a second one.
                </Note>
              ) : null}
              {gone.length > 0 ? (
                <Note tone="warn">
                  {gone.map(({ says }) => `The ${says} was deleted. `)}
                  The form asks for another.
                </Note>
              ) : null}
              <p>
                It is created again
                {heir ? ` at the edge that serves ${edgeName(heir)} now,` : ""}{" "}
                {parts.length === 0
                  ? "with a new ID."
                  : `with ${counted(parts.length, noun === KINDS.ipPolicy.noun.one ? KINDS.ipPolicyRule.short : KINDS.route.noun)} and new IDs.`}
                {asksSecret ? " Secrets aren’t in the event log. The form asks for them again." : ""}
              </p>
            </div>
          )
        }
      </QueryGate>
    </ConfirmDialog>
  );
}
