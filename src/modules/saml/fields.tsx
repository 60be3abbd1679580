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
        label="Provider’s metadata"
        mono
        lines={10}
        maxBytes={IDP_METADATA_MAX_BYTES}
        placeholder={'<EntityDescriptor entityID="https://idp.example.com" …'}
        hint="The full XML EntityDescriptor of the identity provider, as it gives it out."
      />
      <TryIt says="What the metadata says, and what stands against it">
        <MetadataTester />
      </TryIt>
      <MadeByService />
      <PartHeading>Sign-in</PartHeading>
      <ChoiceField
        name="nameid_format"
        label="Name id format"
        look="list"
        choices={FORMATS}
        byDefault={formatLabel(NAMEID_FORMAT_DEFAULT)}
        hint="In which form the provider is asked to name a visitor: the last part of its URN."
      />
      <SwitchField
        name="force_authn"
        label="Ask every time"
        says={(on) =>
          on ? "On: credentials, even with a session there" : "Off, the default: a session there is enough"
        }
        hint="Whether the provider must ask for credentials although the visitor has a valid session with it."
      />
      <SwitchField
        name="allow_idp_initiated"
        label="Login from the provider"
        says={(on) =>
          on ? "On, the default: logins may start there" : "Off: logins start at this route alone"
        }
        hint="A login that the provider starts should set RelayState to the target URL."
      />
      <PartHeading>Who may enter</PartHeading>
      <TextListField
        name="authorized_groups"
        label="Groups"
        one="group"
        hint="Only members of a listed group may enter. No group: everybody whom the provider signs in."
      />
      <SessionFields />
    </>
  );
}
