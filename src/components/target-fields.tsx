import { useWatch } from "react-hook-form";
import type { AwsKind } from "#contract/aws-target.ts";
import { isPrivateHost } from "#contract/public-address.ts";
import { ChoiceField, type Choice } from "#forms/choice-fields.tsx";
import { BytesField } from "#forms/fields.tsx";
import { SecretField } from "#forms/secret-field.tsx";
import { Flag } from "#ui/flag.tsx";
import { Note } from "#ui/note.tsx";
import { ARN_FIELDS, isAws, type Values } from "./target-values.ts";

const LOGINS: readonly Choice[] = [
  { value: "role", label: "Role", detail: "The service assumes it" },
  { value: "creds", label: "Access key" },
];

/** The fields of the kind that is chosen in the form. */
export function NewTargetFields() {
  return <TargetFields kind={useWatch<Values, "kind">({ name: "kind" })} login="login" />;
}

type Props = {
  kind: string;
  /** The field that says how it signs in. */
  login: string;
  /** The service has its secrets, which stay unless they are typed. */
  stored?: boolean;
};

/** Where events are sent, and what that takes. */
export function TargetFields({ kind, login, stored = false }: Props) {
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
  if (isAws(kind)) return <AwsFields kind={kind} login={login} stored={stored} />;
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
      <PrivateUrlNote />
      <BytesField
        name="target.webhook.secret"
        label="Signing secret"
        maxBytes={255}
        mono
        trims
        placeholder={stored ? "Unchanged" : "Created for you"}
        hint={
          stored
            ? "Leave it empty to keep the stored one"
            : "Leave it empty to have one created. You see it once."
        }
      />
    </>
  );
}

/** The service takes such a URL, but sends nothing there unless its operator lets it. */
function PrivateUrlNote() {
  const url: unknown = useWatch({ name: "target.webhook.url" });
  if (typeof url !== "string" || !URL.canParse(url)) return null;
  const host = new URL(url).hostname;
  if (!isPrivateHost(host)) return null;
  return (
    <Note tone="warn">
      {host} is not a public address. Events reach it only if the service runs with{" "}
      <Flag>--private-destinations</Flag>.
    </Note>
  );
}

function AwsFields({ kind, login, stored }: { kind: AwsKind; login: string; stored: boolean }) {
  const chosen: unknown = useWatch({ name: login });
  const { field, label, example } = ARN_FIELDS[kind];
  const at = `target.${kind}`;
  const text = { maxBytes: 2048, mono: true, trims: true };
  return (
    <>
      <BytesField {...text} name={`${at}.${field}`} label={label} placeholder={example} />
      <ChoiceField name={login} label="Sign in with" wire={null} choices={LOGINS} />
      {chosen === "role" ? (
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
            {...(stored && { hint: "Leave it empty to keep the stored one of this access key ID" })}
          />
        </>
      )}
      <BytesField
        {...text}
        name={`${at}.endpoint`}
        label="Endpoint"
        // What stands third in an ARN is its service.
        placeholder={`https://${example.split(":")[2]}.eu-west-1.amazonaws.com`}
        hint="Only for a private endpoint"
      />
    </>
  );
}
