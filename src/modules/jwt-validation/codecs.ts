import { own, type JsonObject } from "#forms/json.ts";
import { enabledCodec, textCodec, type Codec } from "#editing/codecs/codec.ts";
import { neededTextsCodec, wrappedTextsCodec } from "#editing/codecs/lists.ts";
import { objectCodec, objectsCodec } from "#editing/codecs/nested.ts";

/** `http.tokens`: one object, or a list of them (decisions/contract/one-or-list.md). */
export const tokensCodec = objectsCodec(
  {
    type: textCodec("written"),
    method: textCodec("written"),
    name: textCodec("written"),
    prefix: textCodec(),
  },
  { orOne: true, needed: true },
);

/** How each field of jwt_validation is held by its form. */
export const JWT_CODECS = {
  enabled: enabledCodec,
  issuer: objectCodec({ allow_list: wrappedTextsCodec() }),
  audience: objectCodec({ allow_list: wrappedTextsCodec() }),
  http: objectCodec({ tokens: tokensCodec }),
  jws: objectCodec({
    allowed_algorithms: neededTextsCodec,
    keys: objectCodec({ sources: objectCodec({ additional_jkus: neededTextsCodec }) }),
  }),
} satisfies Record<string, Codec>;

export const JWT_FIELDS = Object.keys(JWT_CODECS) as (keyof typeof JWT_CODECS)[];

/** What a form's values would send, for the tester; a field that can't be read is left out. */
export function draftOf(values: JsonObject): JsonObject {
  const entries = JWT_FIELDS.flatMap((name) => {
    const read = JWT_CODECS[name].toWire(own(values, name));
    return "value" in read ? [[name, read.value] as const] : [];
  });
  return Object.fromEntries(entries);
}
