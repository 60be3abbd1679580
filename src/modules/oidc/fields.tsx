import { OPENID_SCOPES } from "#contract/login-scopes.ts";
import { use } from "react";
import { CLIENT_ID_MAX_BYTES, URL_MAX_BYTES } from "#contract/modules/fields.ts";
import { BytesField } from "#forms/fields.tsx";
import { FormFacts } from "#forms/form-facts.ts";
import { splitWords } from "#forms/list-edit.ts";
import { SecretField } from "#forms/secret-field.tsx";
import { TextListField } from "#forms/text-list-field.tsx";
import { CallbackUrlRow } from "../kit/callback-url-row.tsx";
import { DiscoveryNote } from "../kit/discovery-note.tsx";
import { PartHeading } from "../kit/part-heading.tsx";
import { SessionFields } from "../kit/login-session-fields.tsx";
import { StoredSecretNote } from "../kit/stored-secret-note.tsx";

/** The form of oidc: the provider, the client it knows this route by, and for how long visitors stay signed in. */
export function OidcFields() {
  const { loaded } = use(FormFacts);
  return (
    <>
      <PartHeading>Provider</PartHeading>
      <BytesField
        name="issuer"
        label="Issuer"
        mono
        trims
        maxBytes={URL_MAX_BYTES}
        placeholder="https://login.example.com"
        hint={
          <>
            HTTPS URL of the OpenID provider. Anyone with an account there can sign in.
            <DiscoveryNote name="issuer" />
          </>
        }
      />
      <PartHeading>Client</PartHeading>
      <CallbackUrlRow kind="oidc" />
      <BytesField
        name="client_id"
        label="Client ID"
        mono
        trims
        maxBytes={CLIENT_ID_MAX_BYTES}
        hint="From the client you registered at the provider."
      />
      <SecretField
        name="client_secret"
        label="Client secret"
        clearable={false}
        hint="From the same client."
      />
      {loaded ? <StoredSecretNote stored={loaded} same={["issuer", "client_id"]} /> : null}
      <TextListField
        name="scopes"
        label="Scopes"
        one="scope"
        mono
        split={splitWords}
        placeholder={`Default: ${OPENID_SCOPES.join(" ")}`}
        hint="Permissions requested at sign-in."
      />
      <SessionFields />
    </>
  );
}
