import { HttpsEdge, TcpEdge, TlsEdge } from "#contract/edge.ts";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { Route } from "#contract/route.ts";
import { isJsonObject, type JsonObject } from "#forms/json.ts";

const ANSWERS = { route: Route, httpsEdge: HttpsEdge, tlsEdge: TlsEdge, tcpEdge: TcpEdge };

/**
 * The fields of a route or an edge that this console does not know and that hold something: modules of another service of
 * the family among them, which may decide who gets in.
 */
export function unknownFields(
  owner: ModuleOwner,
  shown: { readonly [field: string]: unknown },
): { [field: string]: unknown } {
  const { shape } = ANSWERS[owner];
  return Object.fromEntries(
    Object.entries(shown).filter(
      ([name, value]) => name !== "routes" && !Object.hasOwn(shape, name) && (value ?? null) !== null,
    ),
  );
}

/** The modules among them, by name. */
export function unknownModules(
  owner: ModuleOwner,
  shown: { readonly [field: string]: unknown },
): [name: string, value: JsonObject][] {
  return Object.entries(unknownFields(owner, shown)).flatMap(([name, value]) =>
    isJsonObject(value) ? [[name, value]] : [],
  );
}
