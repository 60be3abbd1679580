import { jsonCodec, textCodec } from "#editing/codecs/codec.ts";
import { textsCodec } from "#editing/codecs/lists.ts";
import { objectsCodec } from "#editing/codecs/nested.ts";

/** `actions` of a rule, run in their order. */
export const actionsCodec = objectsCodec({ type: textCodec("written"), config: jsonCodec });

/** `inbound` and `outbound`: one rule, or a list of them (decisions/contract/one-or-list.md). */
export const rulesCodec = objectsCodec(
  { name: textCodec(), expressions: textsCodec, actions: actionsCodec },
  { orOne: true },
);
