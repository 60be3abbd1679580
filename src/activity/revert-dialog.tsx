import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { appConfigQuery } from "#api/app-config.ts";
import { Refusal } from "#api/errors.ts";
import type { Event } from "#contract/event.ts";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { QueryGate } from "#components/query-gate.tsx";
import { sameJson, type JsonObject } from "#forms/json.ts";
import { edgeName } from "#resources/edge-names.ts";
import { counted } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { useToast } from "#ui/toast.tsx";
import { changesBetween } from "./changes-of.ts";
import { inLabels } from "./in-labels.ts";
import { PartChanges } from "./part-changes.tsx";
import { checkUpdate, revertUpdate } from "./revert-update.ts";
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
  const shown = (object: JsonObject) =>
    Object.fromEntries(Object.keys(before).map((field) => [field, object[field]]));
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
    const modules = changesBetween(event.object, before, before).flatMap(({ title }) => title || []);
    const what = modules.length > 0 ? `${modules.join(", ")} on` : "Change of";
    toast({ tone: "ok", text: `${what} ${name} reverted` });
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Revert this change of ${name}?`}
      confirmLabel="Revert"
      tried="revert this change"
      confirmDisabledReason={
        data ? data.refusal && "Can’t be reverted, see the reason above" : "Loading what it is now"
      }
      onConfirm={revert}
    >
      <QueryGate query={query} tried="load what it is now">
        {({ now, refusal, loss }) => (
          <div className="grid gap-3">
            {refusal === undefined ? (
              <PartChanges parts={changesBetween(event.object, shown(now), before)} past={false} />
            ) : (
              <Note tone="warn">{refusal}</Note>
            )}
            {loss === undefined ? null : <Note tone="warn">{loss}</Note>}
            {moved ? null : (
              <p className="text-xs text-content-muted">Checks for conflicts before it writes.</p>
            )}
          </div>
        )}
      </QueryGate>
    </ConfirmDialog>
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
        {({ parts, refusal, holder, heir, twin, asksSecret }) =>
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
              <p>
                It is created again
                {heir ? ` at the edge that serves ${edgeName(heir)} now,` : ""}{" "}
                {parts.length === 0
                  ? "with a new ID."
                  : `with ${counted(parts.length, noun === "IP policy" ? "rule" : "route")} and new IDs.`}
                {asksSecret ? " Secrets aren’t in the event log. The form asks for them again." : ""}
              </p>
            </div>
          )
        }
      </QueryGate>
    </ConfirmDialog>
  );
}
