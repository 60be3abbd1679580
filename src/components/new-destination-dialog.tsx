import { useState } from "react";
import { AWS_KINDS } from "#contract/aws-target.ts";
import type { EventDestination } from "#contract/event-destination.ts";
import { ChoiceField, type Choice } from "#forms/choice-fields.tsx";
import { RootScope } from "#forms/field-scope.tsx";
import { eventDestinations } from "#resources/event-destinations.ts";
import { useWrites } from "#resources/writes.ts";
import { useToast } from "#ui/toast.tsx";
import { CreateDialog } from "./create-dialog.tsx";
import { DescriptionField } from "./description-field.tsx";
import { MetadataField } from "./metadata-field.tsx";
import { NewTargetFields } from "./target-fields.tsx";
import { ARN_FIELDS, bodyOf, DEFAULTS } from "./target-values.ts";
import { TokenDialog } from "./token-dialog.tsx";

const KINDS: readonly Choice[] = [
  { value: "webhook", label: "Webhook", detail: "Signed POST requests" },
  { value: "file", label: "File", detail: "One JSON object per line" },
  ...AWS_KINDS.map((kind) => ({ value: kind, label: ARN_FIELDS[kind].label, detail: "AWS" })),
];

type Props = {
  /** It is there, and its signing secret was seen. */
  onMade: (made: EventDestination) => void;
  onClose: () => void;
};

/** Creates a destination; a signing secret that the service created is shown once. Import lazily. */
export function NewDestinationDialog({ onMade, onClose }: Props) {
  const [created, setCreated] = useState<{ made: EventDestination; secret: string } | null>(null);
  const { create, remove } = useWrites(eventDestinations);
  const toast = useToast();
  if (created)
    return (
      <TokenDialog
        one="destination"
        what="signing secret"
        name={eventDestinations.nameOf(created.made)}
        token={created.secret}
        remove={() => remove(created.made.id)}
        onClosed={(decision) => (decision === "kept" ? onMade(created.made) : onClose())}
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
        create={create}
        held="Wait for the answer. If you leave now, you may never see the signing secret."
        onMade={(made) => {
          const secret = made.target.webhook?.secret;
          if (secret) return setCreated({ made, secret });
          toast({ tone: "ok", text: `Destination “${eventDestinations.nameOf(made)}” created` });
          return onMade(made);
        }}
        onClose={onClose}
      >
        <DescriptionField placeholder="Security team" />
        <ChoiceField name="kind" label="Send to" wire={null} choices={KINDS} />
        <NewTargetFields />
        <MetadataField />
      </CreateDialog>
    </RootScope>
  );
}
