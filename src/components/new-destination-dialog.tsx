import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { AWS_KINDS } from "#contract/aws-target.ts";
import type { EventDestination } from "#contract/event-destination.ts";
import { ChoiceField, type Choice } from "#forms/choice-fields.tsx";
import { RootScope } from "#forms/field-scope.tsx";
import { eventDestinations } from "#resources/event-destinations.ts";
import { href } from "#resources/paths.ts";
import { removeMade } from "#resources/remove-made.ts";
import { useWrites } from "#resources/writes.ts";
import { CopyId } from "#ui/copy-id.tsx";
import { Note } from "#ui/note.tsx";
import { CreateDialog } from "./create-dialog.tsx";
import { DescriptionField } from "./description-field.tsx";
import { MetadataField } from "./metadata-field.tsx";
import { NewTargetFields } from "./target-fields.tsx";
import { ARN_FIELDS, bodyOf, DEFAULTS } from "./target-values.ts";
import { TokenDialog } from "./token-dialog.tsx";
import { useCreated } from "./use-created.ts";

const KINDS: readonly Choice[] = [
  { value: "webhook", label: "Webhook", detail: "Signed POST requests" },
  { value: "file", label: "File", detail: "One JSON object per line" },
  ...AWS_KINDS.map((kind) => ({ value: kind, label: ARN_FIELDS[kind].label, detail: "AWS" })),
];

type Props = {
  /** The destination whose secret was shown here before a reload. */
  earlier?: string | null;
  /** It is there, and its signing secret is shown now. */
  onSecret?: (id: string) => void;
  /** It is there, and its signing secret was seen. */
  onMade: (made: EventDestination) => void;
  /** Undo deleted it again. */
  onUndone?: (made: EventDestination) => void;
  onClose: () => void;
};

/** Creates a destination; a signing secret that the service created is shown once. Import lazily. */
export function NewDestinationDialog({ earlier = null, onSecret, onMade, onUndone, onClose }: Props) {
  const [created, setCreated] = useState<{ made: EventDestination; secret: string } | null>(null);
  const writes = useWrites(eventDestinations);
  const sayCreated = useCreated();
  const end = (made: EventDestination) => {
    sayCreated({
      name: `destination “${eventDestinations.nameOf(made)}”`,
      remove: async () => {
        await removeMade(writes, made.id);
        onUndone?.(made);
      },
      places: { page: href.eventDestinationEdit(made.id), around: href.eventDestinations() },
      about: eventDestinations.pathOf(made.id),
    });
    onMade(made);
  };
  if (created)
    return (
      <TokenDialog
        one="destination"
        what="signing secret"
        name={eventDestinations.nameOf(created.made)}
        token={created.secret}
        remove={() => writes.remove(created.made.id)}
        onClosed={(decision) => (decision === "kept" ? end(created.made) : onClose())}
      />
    );
  return (
    <RootScope>
      <CreateDialog
        of={eventDestinations}
        one="destination"
        description="Subscriptions choose which events are sent to it."
        defaults={DEFAULTS}
        bodyOf={bodyOf}
        create={writes.create}
        held="Wait for the answer. If you leave now, you may never see the signing secret."
        onMade={(made) => {
          const secret = made.target.webhook?.secret;
          if (secret) {
            onSecret?.(made.id);
            return setCreated({ made, secret });
          }
          return end(made);
        }}
        onClose={onClose}
      >
        {earlier === null ? null : <Earlier id={earlier} />}
        <DescriptionField placeholder="Security team" />
        <ChoiceField name="kind" label="Send to" wire={null} choices={KINDS} />
        <NewTargetFields />
        <MetadataField />
      </CreateDialog>
    </RootScope>
  );
}

/** Says of a destination that was created here before a reload that it is there. */
function Earlier({ id }: { id: string }) {
  const { data } = useQuery(eventDestinations.detail(id));
  if (!data) return null;
  return (
    <Note tone="warn">
      You created <strong>{eventDestinations.nameOf(data)}</strong> <CopyId id={id} /> earlier. Its signing
      secret can’t be shown again. If you don’t have it,{" "}
      <Link to={href.eventDestinationEdit(id)} className="link">
        enter a new one
      </Link>
      .
    </Note>
  );
}
