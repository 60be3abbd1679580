import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { ApiError } from "#api/errors.ts";
import { backends } from "#resources/backends.ts";
import { findEdgeUsers } from "#resources/edge-users.ts";
import { labelText } from "#resources/tunnel-names.ts";
import { tunnels } from "#resources/tunnels.ts";
import { useWrites } from "#resources/writes.ts";
import { posixQuote } from "#components/curl.ts";
import { tryInToast } from "#components/failure-toast.ts";
import { CreateDialog } from "#components/create-dialog.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import type { TunnelGroupBackend } from "#contract/backend.ts";
import { EntriesField } from "#forms/entries-field.tsx";
import { RootScope } from "#forms/field-scope.tsx";
import { Button } from "#ui/button.tsx";
import { counted, formatCount } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { Status } from "#ui/status.tsx";
import { useToast } from "#ui/toast.tsx";
import {
  type BackendValues,
  bodyOf,
  labelChoices,
  labelsOf,
  matchCount,
  withBackend,
} from "./backend-labels.ts";
import { removeMade } from "./remove-made.ts";

/** So many sets of labels are shown at first. */
const CHOICES_SHOWN = 6;

type Props = {
  /** What it is called at first. */
  name?: string;
  onMade: (made: TunnelGroupBackend) => void;
  /** Undo deleted it again. */
  onUndone?: (made: TunnelGroupBackend) => void;
  onClose: () => void;
};

/** Creates a tunnel group backend, from the labels of tunnels that are online or any other. Import lazily. */
export function NewBackendDialog({ name = "", onMade, onUndone, onClose }: Props) {
  const writes = useWrites(backends);
  const client = useQueryClient();
  const toast = useToast();
  return (
    <RootScope>
      <CreateDialog
        of={backends}
        description="Sends to every online tunnel that has all of its labels."
        defaults={{ description: name, labels: [{ name: "", value: "" }], metadata: "" }}
        bodyOf={bodyOf}
        create={writes.create}
        onMade={(made) => {
          const { id } = made;
          const name = backends.nameOf(made);
          // What the dialog has just told counts until the tunnels are read again.
          client.setQueryData(tunnels.query.queryKey, (online) => online && withBackend(online, made));
          void client.invalidateQueries(tunnels.query);
          const removeUnused = async () => {
            try {
              await removeMade(writes, id);
              return null;
            } catch (error) {
              const isUsed = error instanceof ApiError && error.status === 409;
              const users = isUsed ? await findEdgeUsers(client, { kind: "backend", id }) : [];
              const [first] = users;
              if (!first) throw error;
              const more = users.length > 1 ? ` and ${formatCount(users.length - 1)} more` : "";
              return { ...first, name: `${first.name}${more}` };
            }
          };
          const undo = () =>
            tryInToast(
              toast,
              () => `delete backend “${name}”`,
              async () => {
                const user = await removeUnused();
                if (user !== null) {
                  const text = `${name} is used by ${user.name}. Remove it there, then delete it under Backends.`;
                  // It goes once its use there is changed.
                  return toast({ tone: "bad", text, about: user.path });
                }
                onUndone?.(made);
                return toast({ tone: "ok", text: `Undone: backend “${name}” deleted` });
              },
            );
          toast({
            tone: "ok",
            text: `Backend “${name}” created`,
            action: { label: "Undo", onSelect: () => void undo() },
          });
          onMade(made);
        }}
        onClose={onClose}
      >
        <DescriptionField placeholder="Shop" />
        <EntriesField name="labels" label="Labels" one="label" hint="A tunnel must have all of them." />
        <Matches />
        <MetadataField />
      </CreateDialog>
    </RootScope>
  );
}

/** How many online tunnels have the labels as typed, and the labels that online tunnels have, to start from. */
function Matches() {
  const { setValue } = useFormContext<BackendValues>();
  const labels = labelsOf((useWatch() as BackendValues).labels);
  const { data: online = [] } = useQuery({ ...tunnels.query, staleTime: 10_000 });
  const typed = Object.keys(labels).length > 0;
  const count = matchCount(labels, online);
  const choices = labelChoices(online);
  const [all, setAll] = useState(false);
  if (typed)
    return (
      <output className="grid gap-2">
        <Status tone={count > 0 ? "ok" : "warn"}>
          {count > 0
            ? `${counted(count, "online tunnel")} ${count === 1 ? "matches" : "match"}`
            : "No online tunnel matches yet"}
        </Status>
        {online.length > 0 && choices.length === 0 ? <NoLabels wanted={labels} /> : null}
      </output>
    );
  const shown = all ? choices : choices.slice(0, CHOICES_SHOWN);
  if (choices.length === 0) return online.length > 0 ? <NoLabels wanted={{ app: "shop" }} /> : null;
  return (
    <div className="grid gap-1">
      <span className="text-xs text-content-muted">Labels of online tunnels</span>
      <ul aria-label="Labels of online tunnels" className="flex flex-wrap gap-2">
        {shown.map((choice) => (
          <li key={labelText(choice)} className="min-w-0">
            <Button
              size="sm"
              className="max-w-full font-mono text-xs"
              onClick={() =>
                setValue(
                  "labels",
                  Object.entries(choice).map(([label, value]) => ({ name: label, value })),
                  { shouldDirty: true, shouldValidate: true },
                )
              }
            >
              <span className="truncate">{labelText(choice)}</span>
            </Button>
          </li>
        ))}
        {shown.length < choices.length ? (
          <li>
            <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
              Show all {formatCount(choices.length)}
            </Button>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

/** An agent that was started without labels serves no backend. */
function NoLabels({ wanted }: { wanted: Record<string, string> }) {
  const flags = Object.entries(wanted).map(([name, value]) => `--label ${posixQuote(`${name}=${value}`)}`);
  return (
    <Note>
      No online tunnel has labels. Restart its agent with{" "}
      <code className="font-mono text-xs wrap-anywhere">{flags.join(" ")}</code>. Its tunnel then serves this
      backend, and its own URL goes offline.
    </Note>
  );
}
