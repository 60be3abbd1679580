import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";

type Props = {
  /** The filter of the activity page. */
  of: "object_id" | "edge_id" | "ip_policy_id" | "credential" | "principal";
  /** Of an object, a key or a person. */
  id: string;
  children: string;
};

/** The way to everything that happened to an object, or that a key or a person did. */
export function ActivityLink({ of, id, children }: Props) {
  return (
    <Link
      to={href.activity(`?${of}=${encodeURIComponent(id)}`)}
      className="link inline-flex min-h-6 items-center"
    >
      {children}
    </Link>
  );
}
