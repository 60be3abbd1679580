import type { Tunnel } from "#contract/tunnel.ts";

/** A tunnel's protocol; one with labels has none of its own and is reached through edges alone. */
export const protocolWords = ({ proto }: Pick<Tunnel, "proto">): string => proto || "via edge";

/** What an endpoint belongs to, in words; a type this console does not know stays as it is. */
export const endpointTypeWords = (type: string): string =>
  ({ ephemeral: "Tunnel", edge: "Edge" })[type] ?? type;
