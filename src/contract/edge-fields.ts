import * as z from "zod/mini";
import { distinct } from "./modules/fields.ts";
import { textFields } from "./resource-fields.ts";

const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const HOSTPORT = new RegExp(`^(?=.{1,253}:)(\\*\\.)?${LABEL}(\\.${LABEL})*:443$`);

/** The last part of a domain is no number, that of an IPv4 address is (RFC 3696 §2). */
const ADDRESS = /(?:^|\.)\d+:443$/;

/** `host:443` in lower case; a leading `*.` is a wildcard (protocol-facts.md#edges, 7104, 7116, 7121 and 7133). */
export const Hostport = z.string().check(
  z.regex(HOSTPORT, "must be a domain with port 443, in lower case. Example: app.example.com:443"),
  z.refine(
    (text) => !ADDRESS.test(text),
    "must be a domain, not an IP address. Example: app.example.com:443",
  ),
);

const TCP_HOSTPORT = new RegExp(`^(?=.{1,253}:)${LABEL}(\\.${LABEL})*:[1-9]\\d{0,4}$`);

/** `host:port` of a TCP edge in lower case, port 1 to 65535 but not 443, which is of domains (7116) (protocol-facts.md#edges, 7104 and 7120). */
const TcpHostport = z.string().check(
  z.refine((text) => text.includes(":"), {
    error: "must have a port. Example: tcp.example.com:20001",
    abort: true,
  }),
  z.refine((text) => TCP_HOSTPORT.test(text) && Number(text.slice(text.lastIndexOf(":") + 1)) <= 65_535, {
    error: "must be an address with a port from 1 to 65535, in lower case. Example: tcp.example.com:20001",
    abort: true,
  }),
  z.refine(
    (text) => !text.endsWith(":443"),
    "can’t use port 443, which is for HTTPS and TLS edges. Example: tcp.example.com:20001",
  ),
);

/** An edge listens on at most this many hostports; the family publishes no bound. */
const HOSTPORTS_MAX = 100;

const hostports = <T extends z.ZodMiniType>(entry: T) =>
  z.nullish(
    z
      .array(entry)
      .check(z.maxLength(HOSTPORTS_MAX, `must have at most ${HOSTPORTS_MAX} addresses`), distinct()),
  );

/** What every kind of edge takes but its modules; `hostports` differ. */
export const EDGE_FIELDS = {
  https: { ...textFields, hostports: hostports(Hostport) },
  tls: { ...textFields, hostports: hostports(Hostport) },
  tcp: { ...textFields, hostports: hostports(TcpHostport) },
};
