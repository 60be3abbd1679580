import { IDP_METADATA_MAX_BYTES, NAMEID_FORMAT_DEFAULT, NAMEID_FORMATS } from "#contract/modules/saml.ts";
import { ChoiceField } from "#forms/choice-fields.tsx";
import { BytesField, SwitchField } from "#forms/fields.tsx";
import { TextListField } from "#forms/text-list-field.tsx";
import { lazyExport } from "#ui/lazy-export.ts";
import { PartHeading } from "../kit/part-heading.tsx";
import { SessionFields } from "../kit/login-session-fields.tsx";
import { TryIt } from "../kit/try-it.tsx";
import { MadeByService } from "./made-by-service.tsx";
import { formatLabel } from "./name-format.ts";

const MetadataTester = lazyExport(() => import("./tester.tsx"), "MetadataTester");

const FORMATS = NAMEID_FORMATS.map((value) => ({ value, label: formatLabel(value) }));

/** The form of saml: both sides of the trust, how visitors sign in, who of them may enter, and for how long. */
export function SamlFields() {
  return (
    <>
      <PartHeading>Identity provider</PartHeading>
      <BytesField
        name="idp_metadata"
        label="Provider metadata"
        mono
        lines={10}
        maxBytes={IDP_METADATA_MAX_BYTES}
        placeholder={'<EntityDescriptor entityID="https://idp.example.com" …'}
        hint="The XML file from your identity provider, complete and unchanged."
      />
      <TryIt says="Check the metadata">
        <MetadataTester />
      </TryIt>
      <MadeByService />
      <PartHeading>Sign-in</PartHeading>
      <ChoiceField
        name="nameid_format"
        label="Name ID format"
        look="list"
        choices={FORMATS}
        byDefault={formatLabel(NAMEID_FORMAT_DEFAULT)}
        hint="How the provider identifies visitors."
      />
      <SwitchField
        name="force_authn"
        label="Always ask"
        says={(on) =>
          on ? "On: visitors always sign in at the provider" : "Off: an existing provider session is enough"
        }
        hint="Whether the provider asks again when the visitor is already signed in there."
      />
      <SwitchField
        name="allow_idp_initiated"
        label="Provider-initiated login"
        says={(on) =>
          on ? "On: visitors can start at the provider" : "Off: visitors must start at this route"
        }
        hint="The provider should set RelayState to the target URL."
      />
      <PartHeading>Access</PartHeading>
      <TextListField
        name="authorized_groups"
        label="Groups"
        one="group"
        hint="Only members of these groups can sign in. Without any, anyone with an account can."
      />
      <SessionFields />
    </>
  );
}
