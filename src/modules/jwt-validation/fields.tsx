import { JWT_ALGORITHMS } from "#contract/modules/jwt-validation.ts";
import { ChecksField, ChoiceField } from "#forms/choice-fields.tsx";
import { BytesField } from "#forms/fields.tsx";
import type { JsonObject } from "#forms/json.ts";
import { ObjectListField } from "#forms/object-list-field.tsx";
import { TextListField } from "#forms/text-list-field.tsx";
import { lazyExport } from "#ui/lazy-export.ts";
import { PartHeading } from "../kit/part-heading.tsx";
import { TryIt } from "../kit/try-it.tsx";
import { tokensCodec } from "./codecs.ts";
import { describePlace } from "./rules.ts";

const JwtTester = lazyExport(() => import("./jwt-tester.tsx"), "JwtTester");

const ALGORITHMS = JWT_ALGORITHMS.map((value) => ({ value, label: value }));
const TYPES = [
  { value: "jwt", label: "jwt", detail: "any JSON Web Token" },
  { value: "at+jwt", label: "at+jwt", detail: "an OAuth access token" },
  { value: "it+jwt", label: "it+jwt", detail: "an OpenID Connect id token" },
];
const METHODS = [
  { value: "header", label: "Header" },
  { value: "body", label: "Body" },
];

const text = (value: unknown) => (typeof value === "string" ? value : "");

function tokenTitle({ type, method, name, prefix }: JsonObject): string {
  return describePlace({ type: text(type), method: text(method), name: text(name), prefix: text(prefix) });
}

/** The form of jwt_validation: where the token is, who made it and for whom, how it is signed. */
export function JwtValidationFields() {
  return (
    <>
      <PartHeading>Where the token is</PartHeading>
      <ObjectListField
        name="http.tokens"
        label="Tokens"
        one="token"
        blank={tokensCodec.blank}
        titleOf={tokenTitle}
        hint="Where the JWT is expected in a request. At least one; the spec shows one, and more are sent as a list."
      >
        <ChoiceField name="method" label="Method" choices={METHODS} hint="Where to look." />
        <BytesField
          name="name"
          label="Name"
          mono
          maxBytes={256}
          placeholder="Authorization"
          hint="The header or body field name."
        />
        <BytesField
          name="prefix"
          label="Prefix"
          mono
          maxBytes={256}
          hint="Stripped before parsing, with its space: “Bearer ” has one at its end. Empty = none."
        />
        <ChoiceField name="type" label="Type" choices={TYPES} hint="A hint how to parse the token." />
      </ObjectListField>
      <PartHeading>Who made it, and for whom</PartHeading>
      <TextListField
        name="issuer.allow_list"
        label="Issuers"
        wire="issuer"
        one="issuer"
        look="lines"
        mono
        placeholder="https://login.example.com"
        hint="Issuer URLs that are allowed: the token’s iss, to the character. At least one."
      />
      <TextListField
        name="audience.allow_list"
        label="Audiences"
        wire="audience"
        one="audience"
        look="lines"
        mono
        placeholder="https://api.example.com"
        hint="Audiences that are allowed: one of the token’s aud. At least one."
      />
      <PartHeading>How it is signed</PartHeading>
      <ChecksField
        name="jws.allowed_algorithms"
        label="Algorithms"
        choices={ALGORITHMS}
        hint="Allowed signature algorithms. At least one. Keys come from a JWKS, so none and shared secrets (HS256) can’t be used."
      />
      <TextListField
        name="jws.keys.sources.additional_jkus"
        label="Key URLs"
        one="URL"
        look="lines"
        mono
        placeholder="https://login.example.com/.well-known/jwks.json"
        hint="URLs that serve the signing keys in JWKS format. From 1 to 100."
      />
      <TryIt says="Paste a token and see which check fails">
        <JwtTester />
      </TryIt>
    </>
  );
}
