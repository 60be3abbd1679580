import { OAUTH_SCOPES } from "#contract/login-scopes.ts";
import { use } from "react";
import { CLIENT_ID_MAX_BYTES } from "#contract/modules/fields.ts";
import type { OauthProviderName } from "#contract/modules/oauth-providers.ts";
import { BytesField } from "#forms/fields.tsx";
import { FieldRow } from "#forms/field-row.tsx";
import { FormFacts } from "#forms/form-facts.ts";
import { isJsonObject, own, valueAt } from "#forms/json.ts";
import { splitWords } from "#forms/list-edit.ts";
import { SecretField } from "#forms/secret-field.tsx";
import { TextListField } from "#forms/text-list-field.tsx";
import { useField, useFieldValue } from "#forms/use-field.ts";
import { Segmented } from "#ui/segmented.tsx";
import { CallbackUrlRow } from "../kit/callback-url-row.tsx";
import { PartHeading } from "../kit/part-heading.tsx";
import { StoredSecretNote } from "../kit/stored-secret-note.tsx";
import { useEdgeLimits } from "#resources/closing.ts";
import { APP, APP_FIELDS, needsOwnApp, type App } from "./codecs.ts";
import { GoesNote } from "./goes-note.tsx";
import { oauthProviderName } from "#contract/modules/oauth-provider-names.ts";

/** The app at the provider: the service's own, or one's own with its secret and scopes. Stands in the member's scope. */
export function AppFields({ name }: { name: OauthProviderName }) {
  const facts = use(FormFacts);
  const app = useFieldValue(APP);
  const member = valueAt(facts.loaded, ["provider", name]);
  const stored = isJsonObject(member) ? member : {};
  const client = own(stored, "client_id");
  const isStored = typeof client === "string" && client !== "";
  return (
    <>
      <PartHeading>App</PartHeading>
      <AppField name={name} />
      {app === "managed" ? (
        <GoesNote stored={stored} fields={APP_FIELDS} of="your own app" keep="Own app" />
      ) : (
        <>
          <CallbackUrlRow kind="oauth" />
          <BytesField
            name="client_id"
            label="Client ID"
            mono
            trims
            maxBytes={CLIENT_ID_MAX_BYTES}
            hint={`From the OAuth app you registered at ${oauthProviderName(name)}.`}
          />
          <FormFacts value={isStored ? facts : { ...facts, loaded: null }}>
            <SecretField
              name="client_secret"
              label="Client secret"
              clearable={false}
              hint="From the same app."
            />
          </FormFacts>
          {isStored ? <StoredSecretNote stored={stored} same={["client_id"]} /> : null}
          <TextListField
            name="scopes"
            label="Scopes"
            one="scope"
            mono
            split={splitWords}
            placeholder={`Default: ${OAUTH_SCOPES[name].join(" ")}`}
            hint={`Permissions requested from ${oauthProviderName(name)}.`}
          />
        </>
      )}
    </>
  );
}

const APPS: { value: App; label: string }[] = [
  { value: "own", label: "Own app" },
  { value: "managed", label: "Managed app" },
];

function AppField({ name }: { name: OauthProviderName }) {
  const control = useField(APP, { described: true });
  const { field } = control;
  const managed = field.value === "managed";
  const { managedApps } = useEdgeLimits();
  const isSetUp = managedApps?.includes(name) ?? true;
  if (needsOwnApp(name) || (!isSetUp && !managed)) {
    return (
      <FieldRow control={control} label="OAuth app" wire={null} group="group">
        <p className="py-1.5">
          Own app
          <span className="block text-xs text-content-muted">
            {needsOwnApp(name)
              ? `No managed app is available for ${oauthProviderName(name)}`
              : "Managed app: not set up in this service"}
          </span>
        </p>
      </FieldRow>
    );
  }
  const hint = !isSetUp
    ? "Not set up in this service. Use your own app."
    : managed
      ? "Uses the service’s app. Its name is on the consent page, and its scopes are fixed."
      : "Uses an OAuth app that you registered";
  return (
    <FieldRow control={control} label="OAuth app" wire={null} group="group" hint={hint}>
      <div>
        <Segmented
          label="OAuth app"
          options={APPS}
          value={managed ? "managed" : "own"}
          onChange={field.onChange}
        />
      </div>
    </FieldRow>
  );
}
