import type { Reference } from "#resources/kinds.ts";
import { Link } from "react-router-dom";
import { breakable } from "#ui/breakable.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { cx } from "#ui/cx.ts";
import { shortenId } from "#ui/format.ts";
import { refHref } from "#resources/ref-target.ts";

type Props = {
  reference: Reference;
  /** What it is called where that is known; else its id is shown. */
  name?: string | undefined;
  /** Has the service shown that it is there? Only then is it a link. */
  known: boolean;
  /** Shows the id beside the name, to be copied. */
  withId?: boolean;
  /** In running text a link is underlined: its colour alone would not show it. */
  inText?: boolean;
};

/** What a Ref points at: a link to its page, or name and id to copy where it is unknown, hidden, or has no page here. */
export function RefLink({ reference, name, known, withId = false, inText = false }: Props) {
  const { id } = reference;
  const to = known ? refHref(reference) : null;
  const named = name !== undefined && name !== id;
  if (to === null)
    return (
      <>
        {named ? `${name} ` : null}
        <CopyId id={id} />
      </>
    );
  const link = (
    // The padding is for fingers: it takes no room in a line.
    <Link
      to={to}
      title={id}
      className={cx(
        inText ? "link" : "link-quiet",
        "min-w-6",
        !withId && "py-1",
        !named && "font-mono text-xs",
      )}
    >
      {named ? (withId ? breakable(name) : name) : shortenId(id)}
    </Link>
  );
  if (!withId) return link;
  return (
    // Where they come one under the other, each is as high as a finger needs, and "/" as wide.
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 *:min-h-6">
      {link}
      <CopyId id={id} />
    </span>
  );
}
