import { useQueryClient } from "@tanstack/react-query";
import { backends } from "#resources/backends.ts";
import { removeUnused } from "#resources/remove-made.ts";
import { tunnels } from "#resources/tunnels.ts";
import { useWrites } from "#resources/writes.ts";
import { tryInToast } from "#components/failure-toast.ts";
import { CreateDialog } from "#components/create-dialog.tsx";
import type { TunnelGroupBackend } from "#contract/backend.ts";
import type { Entry } from "#forms/entries-field.tsx";
import { RootScope } from "#forms/field-scope.tsx";
import { useToast } from "#ui/toast.tsx";
import { BackendFields } from "./backend-fields.tsx";
import { bodyOf, faultsIn, withBackend } from "./backend-labels.ts";

type Props = {
  /** What it is called at first. */
  name?: string;
  /** The labels that it starts with. */
  labels?: readonly Entry[];
  onMade: (made: TunnelGroupBackend) => void;
  /** Undo deleted it again. */
  onUndone?: (made: TunnelGroupBackend) => void;
  onClose: () => void;
};

const NO_LABELS: readonly Entry[] = [{ name: "", value: "" }];

/** Creates a tunnel group backend, from the labels of tunnels that are online or any other. Import lazily. */
export function NewBackendDialog({ name = "", labels = NO_LABELS, onMade, onUndone, onClose }: Props) {
  const writes = useWrites(backends);
  const client = useQueryClient();
  const toast = useToast();
  return (
    <RootScope>
      <CreateDialog
        of={backends}
        description="Sends to every online tunnel that has all of its labels."
        defaults={{ description: name, labels: [...labels], metadata: "" }}
        bodyOf={bodyOf}
        faultsIn={faultsIn}
        create={writes.create}
        onMade={(made) => {
          const { id } = made;
          const name = backends.nameOf(made);
          // What the dialog has just told counts until the tunnels are read again.
          client.setQueryData(tunnels.query.queryKey, (online) => online && withBackend(online, made));
          void client.invalidateQueries(tunnels.query);
          const undo = () =>
            tryInToast(
              toast,
              () => `delete backend “${name}”`,
              async () => {
                const user = await removeUnused(client, writes, { kind: "backend", id });
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
        <BackendFields />
      </CreateDialog>
    </RootScope>
  );
}
