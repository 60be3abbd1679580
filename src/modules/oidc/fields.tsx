import { use } from "react";
import { BytesField } from "#forms/fields.tsx";
import { FormFacts } from "#forms/form-facts.ts";
import { SecretField } from "#forms/secret-field.tsx";
import { TextListField } from "#forms/text-list-field.tsx";
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
        maxBytes={2048}
        placeholder="https://login.example.com"
        hint="URL of the OpenID provider, the base of its discovery. https, without query or fragment."
      />
      <PartHeading>Client</PartHeading>
      <BytesField
        name="client_id"
        label="Client id"
        mono
        maxBytes={1024}
        hint="What the provider knows this route by; also the audience of its tokens."
      />
      <SecretField name="client_secret" label="Client secret" clearable={false} hint="Of the client above." />
      {loaded ? <StoredSecretNote stored={loaded} same={["issuer", "client_id"]} /> : null}
      <TextListField
        name="scopes"
        label="Scopes"
        one="scope"
        mono
        placeholder="openid"
        hint="Requested from the provider at sign-in."
      />
      <SessionFields />
    </>
  );
}
