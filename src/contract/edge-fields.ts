import * as z from "zod/mini";
import { NO_IP_ADDRESS, NOT_443, PORT_RANGE, tcpFault, webFault } from "./hostport-fault.ts";
import { distinct } from "./modules/fields.ts";
import { textFields } from "./resource-fields.ts";

const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const HOSTPORT = new RegExp(`^(?=.{1,253}:)(\\*\\.)?${LABEL}(\\.${LABEL})*:443$`);

/** The last part of a domain is no number, that of an IPv4 address is (RFC 3696 §2). */
const ADDRESS = /(?:^|\.)\d+:443$/;

/** What the other checks ask of an address that has the form of one: an address has one fault, and a list is looked through for repeats too. */
const formed = (form: RegExp, isFine: (text: string) => boolean) => (text: string) =>
  !form.test(text) || isFine(text);

/** `host:443` in lower case; a leading `*.` is a wildcard (protocol-facts.md#edges, 7104, 7116, 7121 and 7133). */
export const Hostport = z.string().check(
  z.regex(HOSTPORT, { error: ({ input }) => webFault(String(input)) }),
  z.refine(
    formed(HOSTPORT, (text) => !ADDRESS.test(text)),
    NO_IP_ADDRESS,
  ),
);

const TCP_HOSTPORT = new RegExp(`^(?=.{1,253}:)${LABEL}(\\.${LABEL})*:[1-9]\\d{0,4}$`);
const portOf = (text: string) => Number(text.slice(text.lastIndexOf(":") + 1));

/** `host:port` of a TCP edge in lower case, port 1 to 65535 but not 443, which is of domains (7116) (protocol-facts.md#edges, 7104 and 7120). */
const TcpHostport = z.string().check(
  z.regex(TCP_HOSTPORT, { error: ({ input }) => tcpFault(String(input)) }),
  z.refine(
    formed(TCP_HOSTPORT, (text) => portOf(text) <= 65_535),
    PORT_RANGE,
  ),
  z.refine(
    formed(TCP_HOSTPORT, (text) => portOf(text) !== 443),
    NOT_443,
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
