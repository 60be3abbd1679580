import { Link } from "react-router-dom";
import { DescriptionField } from "#components/description-field.tsx";
import { MetadataField } from "#components/metadata-field.tsx";
import { askedPath, isNeverAsked, pathOfUrl } from "#contract/route-path.ts";
import type { Route } from "#contract/route.ts";
import { MATCH_MAX_BYTES } from "#contract/route-request.ts";
import { ChoiceField } from "#forms/choice-fields.tsx";
import { BytesField } from "#forms/fields.tsx";
import { useField } from "#forms/use-field.ts";
import { href } from "#resources/paths.ts";
import { Note } from "#ui/note.tsx";

const MATCH_TYPES = [
  { value: "path_prefix", label: "Path prefix", detail: "All paths that start with it" },
  { value: "exact_path", label: "Exact path", detail: "Only this path" },
];

/** Paths that no request has: what follows ? or # is no part of one. Earlier versions took them. */
function NeverMatched() {
  const { text, error } = useField("match", { described: false });
  const path = pathOfUrl(text);
  if (error || !path.startsWith("/") || !(isNeverAsked(path) || /[?#]/.test(path))) return null;
  return <Note tone="warn">No request matches this path. Use {askedPath(path)}.</Note>;
}

/** The edge compares paths as plain text. */
function NoWildcard() {
  const { text, error } = useField("match", { described: false });
  if (!text.includes("*") || error) return null;
  return <Note>* is not a wildcard. It only matches a * in the path.</Note>;
}

type Props = {
  edgeId: string;
  /** The other routes of the edge, as far as they are known. */
  others: readonly Pick<Route, "id" | "match">[];
};

/** The fields every route has besides its modules. */
export function RouteFields({ edgeId, others }: Props) {
  const { text, error } = useField("match", { described: false });
  const path = pathOfUrl(text);
  const same = others.find(({ match }) => match === path);
  return (
    <>
      <ChoiceField name="match_type" label="Match type" choices={MATCH_TYPES} />
      <BytesField
        name="match"
        label="Path"
        maxBytes={MATCH_MAX_BYTES}
        mono
        placeholder="/dispatch"
        hint={
          <>
            Must be unique on this edge.
            {path === text || error ? null : (
              <span className="block text-content">
                Will be saved as <span className="font-mono wrap-anywhere">{path}</span>
              </span>
            )}
          </>
        }
        renderFault={(words) =>
          same ? (
            <>
              {words}{" "}
              <Link to={href.route(edgeId, same.id)} className="link">
                Show route
              </Link>
            </>
          ) : (
            words
          )
        }
      />
      <NeverMatched />
      <NoWildcard />
      <DescriptionField label="Description" placeholder="Dispatch board for drivers" />
      <MetadataField />
    </>
  );
}
