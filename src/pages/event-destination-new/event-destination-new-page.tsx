import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { CreateDialog } from "#components/create-dialog.tsx";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { TokenDialog } from "#components/token-dialog.tsx";
import { AWS_KINDS, type AwsKind } from "#contract/aws-target.ts";
import type { EventDestination } from "#contract/event-destination.ts";
import { ChoiceField, type Choice } from "#forms/choice-fields.tsx";
import { BytesField } from "#forms/fields.tsx";
import { SecretField } from "#forms/secret-field.tsx";
import { eventDestinations } from "#resources/event-destinations.ts";
import { href } from "#resources/paths.ts";
import { useWrites } from "#resources/writes.ts";
import { useToast } from "#ui/toast.tsx";
import { ARN_FIELDS, bodyOf, DEFAULTS, isAws, type Values } from "./target-values.ts";

const KINDS: readonly Choice[] = [
  { value: "webhook", label: "Webhook", detail: "Signed POST requests" },
  { value: "file", label: "File", detail: "A line of JSON each" },
  ...AWS_KINDS.map((kind) => ({ value: kind, label: ARN_FIELDS[kind].label, detail: "AWS" })),
];
const LOGINS: readonly Choice[] = [
  { value: "role", label: "Role", detail: "The service assumes it" },
  { value: "creds", label: "Access key" },
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
      <TargetFields />
      <MetadataField />
    </CreateDialog>
  );
}

function TargetFields() {
  const kind = useWatch<Values, "kind">({ name: "kind" });
  if (kind === "file")
    return (
      <BytesField
        name="target.file.name"
        label="File name"
        maxBytes={64}
        mono
        trims
        placeholder="audit.ndjson"
        hint="In the events folder of the service’s data"
      />
    );
  if (isAws(kind)) return <AwsFields kind={kind} />;
  return (
    <>
      <BytesField
        name="target.webhook.url"
        label="URL"
        maxBytes={2048}
        mono
        trims
        placeholder="https://hooks.example.com/gatehouse"
        hint="Signed by the Standard Webhooks scheme"
      />
      <BytesField
        name="target.webhook.secret"
        label="Signing secret"
        maxBytes={255}
        mono
        trims
        placeholder="Created for you"
        hint="Leave it empty to have one created. You see it once."
      />
    </>
  );
}

function AwsFields({ kind }: { kind: AwsKind }) {
  const login = useWatch<Values, "login">({ name: "login" });
  const { field, label, example } = ARN_FIELDS[kind];
  const at = `target.${kind}`;
  const text = { maxBytes: 2048, mono: true, trims: true };
  return (
    <>
      <BytesField {...text} name={`${at}.${field}`} label={label} placeholder={example} />
      <ChoiceField name="login" label="Sign in with" wire={null} choices={LOGINS} />
      {login === "role" ? (
        <BytesField
          {...text}
          name={`${at}.auth.role.role_arn`}
          label="Role"
          placeholder="arn:aws:iam::123456789012:role/events"
        />
      ) : (
        <>
          <BytesField
            {...text}
            name={`${at}.auth.creds.aws_access_key_id`}
            label="Access key ID"
            maxBytes={128}
          />
          <SecretField
            name={`${at}.auth.creds.aws_secret_access_key`}
            label="Secret access key"
            clearable={false}
          />
        </>
      )}
      <BytesField
        {...text}
        name={`${at}.endpoint`}
        label="Endpoint"
        placeholder="https://vpce-1.firehose.eu-west-1.vpce.amazonaws.com"
        hint="Only for another address than the public one"
      />
    </>
  );
}
