import { type FieldFacts, HTTP_FIELDS, TCP_FIELDS } from "./fields.ts";
import { OWN_FIELDS } from "./own-fields.ts";

type Facts = Readonly<Record<string, FieldFacts>>;

const own = Object.entries(OWN_FIELDS).map(([name, facts]) => [`gatehouse.${name}`, facts] as const);
/** Captured bodies are only in the answer about one event. */
const isBody = ([, { type }]: readonly [string, FieldFacts]): boolean => type === "base64";

/** What filters of GET /traffic may name, as `ev.…`: every field but captured bodies. */
export const TRAFFIC_FIELDS: Facts = {
  ...HTTP_FIELDS,
  ...TCP_FIELDS,
  ...Object.fromEntries(own.filter((field) => !isBody(field))),
};

/** Fields that no filter may name. */
export const BODY_FIELDS: Facts = Object.fromEntries(own.filter(isBody));
