import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { CreateDialog } from "#components/create-dialog.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { TokenDialog } from "#components/token-dialog.tsx";
import { AWS_KINDS } from "#contract/aws-target.ts";
import type { EventDestination } from "#contract/event-destination.ts";
import { ChoiceField, type Choice } from "#forms/choice-fields.tsx";
import { eventDestinations } from "#resources/event-destinations.ts";
import { href } from "#resources/paths.ts";
import { useWrites } from "#resources/writes.ts";
import { useToast } from "#ui/toast.tsx";
import { NewTargetFields } from "./target-fields.tsx";
import { ARN_FIELDS, bodyOf, DEFAULTS } from "./target-values.ts";

const KINDS: readonly Choice[] = [
  { value: "webhook", label: "Webhook", detail: "Signed POST requests" },
  { value: "file", label: "File", detail: "A line of JSON each" },
  ...AWS_KINDS.map((kind) => ({ value: kind, label: ARN_FIELDS[kind].label, detail: "AWS" })),
];

/** Creates a destination over the list; a signing secret that the service created is shown once. */
export function Component() {
  const [created, setCreated] = useState<{ made: EventDestination; secret: string } | null>(null);
  const { create, remove } = useWrites(eventDestinations);
  const navigate = useNavigate();
  const toast = useToast();
  const close = () => void navigate(href.eventDestinations(), { replace: true });
  if (created)
    return (
      <TokenDialog
        one="destination"
        what="signing secret"
        name={eventDestinations.nameOf(created.made)}
        token={created.secret}
        remove={() => remove(created.made.id)}
        onClosed={close}
      />
    );
  return (
    <CreateDialog
      of={eventDestinations}
      one="destination"
      description="Subscriptions choose which events are sent to it"
      defaults={DEFAULTS}
      bodyOf={bodyOf}
      create={create}
      held="Wait for the answer. If you leave now, you may never see the signing secret."
      onMade={(made) => {
        const secret = made.target.webhook?.secret;
        if (secret) return setCreated({ made, secret });
        toast({ tone: "ok", text: `Destination “${eventDestinations.nameOf(made)}” created` });
        return close();
      }}
      onClose={close}
    >
      <DescriptionField placeholder="Security team" />
      <ChoiceField name="kind" label="Send to" wire={null} choices={KINDS} />
      <NewTargetFields />
      <MetadataField />
    </CreateDialog>
  );
}
