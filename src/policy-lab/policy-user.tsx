import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { CopyId } from "#ui/copy-id.tsx";

const ROUTE = /route (edghtsrt_\w+) of HTTPS edge (edghts_\w+)/;
const EDGE = /(HTTPS|TLS|TCP) edge (edg(?:hts|tls|tcp)_\w+)/;
const NAMED =
  /\w+ of (?:route edghtsrt_\w+ of HTTPS edge edghts_\w+|(?:HTTPS|TLS|TCP) edge edg(?:hts|tls|tcp)_\w+)/g;

/** Those that a refusal names as users of a thing: "ip_restriction of route edghtsrt_1 of HTTPS edge edghts_2". */
export function usersIn(refusal: string): string[] {
  return [...new Set(refusal.match(NAMED))];
}

/** A user of a policy, with a link to where the policy can be taken out. */
export function PolicyUser({ user }: { user: string }) {
  const [, route, ofEdge] = ROUTE.exec(user) ?? [];
  const [, kind, edge] = EDGE.exec(user) ?? [];
  const to =
    route && ofEdge
      ? href.routeModule(ofEdge, route, "ip_restriction")
      : kind === "HTTPS" && edge
        ? href.httpsEdge(edge)
        : null;
  if (to) {
    return (
      <Link to={to} className="underline wrap-anywhere">
        {user}
      </Link>
    );
  }
  return (
    <>
      {kind} edge <CopyId id={edge ?? user} />
    </>
  );
}
