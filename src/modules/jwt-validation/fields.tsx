import { JWT_ALGORITHMS, TOKEN_TEXT_MAX_BYTES } from "#contract/modules/jwt-validation.ts";
import { ChecksField, ChoiceField } from "#forms/choice-fields.tsx";
import { BytesField } from "#forms/fields.tsx";
import type { JsonObject } from "#forms/json.ts";
import { ObjectListField } from "#forms/object-list-field.tsx";
import { TextListField } from "#forms/text-list-field.tsx";
import { capital } from "#ui/format.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { DiscoveryNote } from "../kit/discovery-note.tsx";
import { PartHeading } from "../kit/part-heading.tsx";
import { TryIt } from "../kit/try-it.tsx";
import { tokensCodec } from "./codecs.ts";
import { describePlace } from "./rules.ts";

const JwtTester = lazyExport(() => import("./jwt-tester.tsx"), "JwtTester");

const ALGORITHMS = JWT_ALGORITHMS.map((value) => ({ value, label: value }));
const TYPES = [
  { value: "jwt", label: "jwt", detail: "JSON Web Token" },
  { value: "at+jwt", label: "at+jwt", detail: "OAuth access token" },
  { value: "it+jwt", label: "it+jwt", detail: "OpenID Connect ID token" },
];
const METHODS = [
  { value: "header", label: "Header" },
  { value: "body", label: "Body" },
];

const text = (value: unknown) => (typeof value === "string" ? value : "");

function tokenTitle({ type, method, name, prefix }: JsonObject): string {
  return capital(
    describePlace({ type: text(type), method: text(method), name: text(name), prefix: text(prefix) }),
  );
}

/** The form of jwt_validation: where the token is, who made it and for whom, how it is signed. */
export function JwtValidationFields() {
  return (
    <>
      <PartHeading>Token location</PartHeading>
      <ObjectListField
        name="http.tokens"
        label="Tokens"
        one="token location"
        blank={tokensCodec.blank}
        titleOf={tokenTitle}
        hint="Where requests carry the token."
      >
        <ChoiceField
          name="method"
          label="Method"
          choices={METHODS}
          hint="Part of the request that holds the token."
        />
        <BytesField
          name="name"
          label="Name"
          mono
          trims
          maxBytes={TOKEN_TEXT_MAX_BYTES}
          placeholder="Authorization"
          hint="Name of the header or body field."
        />
        <BytesField
          name="prefix"
          label="Prefix"
          mono
          maxBytes={TOKEN_TEXT_MAX_BYTES}
          hint="Removed from the value. Include the space, as in “Bearer ”."
        />
        <ChoiceField name="type" label="Type" choices={TYPES} hint="Kind of token." />
      </ObjectListField>
      <PartHeading>Issuer and audience</PartHeading>
      <TextListField
        name="issuer.allow_list"
        label="Issuers"
        wire="issuer"
        one="issuer"
        look="lines"
        mono
        trims
        placeholder="https://login.example.com"
        hint="Must match the token’s iss exactly."
        afterHint={<DiscoveryNote name="issuer.allow_list" />}
      />
      <TextListField
        name="audience.allow_list"
        label="Audiences"
        wire="audience"
        one="audience"
        look="lines"
        mono
        trims
        placeholder="https://api.example.com"
        hint="The token’s aud must include one of these."
      />
      <PartHeading>Signature</PartHeading>
      <ChecksField
        name="jws.allowed_algorithms"
        label="Algorithms"
        choices={ALGORITHMS}
        hint="Allowed signature algorithms."
      />
      <TextListField
        name="jws.keys.sources.additional_jkus"
        label="Key URLs"
        one="URL"
        look="lines"
        mono
        trims
        placeholder="https://login.example.com/.well-known/jwks.json"
        hint="URLs of the signing keys, in JWKS format. 1 to 100 URLs."
      />
      <TryIt says="Paste a token to see if it passes">
        <JwtTester />
      </TryIt>
    </>
  );
}
