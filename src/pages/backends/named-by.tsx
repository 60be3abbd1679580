import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { useDiscovered } from "#resources/edge-discovery.ts";
import { EDGE_NAMES, EDGE_PROTOCOLS } from "#resources/edge-names.ts";
import { edges } from "#resources/edges.ts";
import { CopyId } from "#ui/copy-id.tsx";
import { backendUsers } from "./backend-users.ts";

const FRESH_MS = 30_000;

/** The edges and routes that use a backend, each a link, and what could not be looked at. */
export function NamedBy({ id }: { id: string }) {
  const https = useQuery({ ...edges.https.query, staleTime: FRESH_MS });
  const tls = useQuery({ ...edges.tls.query, staleTime: FRESH_MS });
  const tcp = useQuery({ ...edges.tcp.query, staleTime: FRESH_MS });
  const discovered = { https: useDiscovered("https"), tls: useDiscovered("tls"), tcp: useDiscovered("tcp") };
  const lists = { https, tls, tcp };
  const known = EDGE_PROTOCOLS.flatMap((protocol) => lists[protocol].data ?? []);
  const users = backendUsers(id, known);
  const pending = EDGE_PROTOCOLS.some((protocol) => lists[protocol].isPending);
  // A kind that is not, or not wholly, readable is never silence: it may hold the one that names it.
  const unread = EDGE_PROTOCOLS.filter((protocol) => lists[protocol].isError || discovered[protocol]);
  const whole = !pending && unread.length === 0;
  return (
    <div className="grid gap-1">
      {users.length > 0 ? (
        <ul className="m-0 grid gap-1">
          {users.map(({ id: userId, name, to }) => (
            <li key={userId} className="min-w-0 wrap-anywhere">
              {to === null ? (
                <CopyId id={userId} />
              ) : (
                <Link to={to} title={userId} className="link-quiet">
                  {name}
                </Link>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {pending ? <span className="text-content-muted">Loading…</span> : null}
      {users.length === 0 && whole ? "No edge or route" : null}
      {unread.length > 0 ? (
        <span className="text-xs text-content-muted">
          Some {unread.map((protocol) => `${EDGE_NAMES[protocol]}s`).join(", ")} could not be loaded. They may
          use it too.
        </span>
      ) : null}
    </div>
  );
}
