import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { isAbsent } from "#api/errors.ts";
import { href } from "#resources/paths.ts";
import { rolloutTitle } from "./rollout-words.ts";
import { rolloutQuery } from "./rollouts.ts";

/** The rollout that a command is of, by its title; nothing once it is no longer kept. */
export function OfRollout({ id }: { id: string }) {
  // Its title stays as it is.
  const { data, error } = useQuery({ ...rolloutQuery(id), staleTime: Infinity });
  if (isAbsent(error)) return null;
  return (
    <p className="border-t border-line p-4">
      Rollout:{" "}
      <Link to={href.rollout(id)} className="link">
        {data ? rolloutTitle(data) : id}
      </Link>
    </p>
  );
}
