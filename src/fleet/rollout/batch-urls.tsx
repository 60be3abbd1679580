import { Fragment } from "react";
import { breakable } from "#ui/breakable.tsx";
import { counted } from "#ui/format.ts";
import { CourseLine, type Course } from "../course-line.tsx";

/** So many are shown before the rest is asked for. */
const SHOWN = 5;

/** What happens to some URLs, as a picture, counted and by name. */
export function BatchUrls({
  course,
  words,
  urls,
}: {
  course: Course;
  words: string;
  urls: readonly string[];
}) {
  if (urls.length === 0) return null;
  const rest = urls.slice(SHOWN);
  return (
    <div className="flex gap-2 text-content-muted">
      <CourseLine of={course} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        {counted(urls.length, "URL")} {words}: <Listed urls={urls.slice(0, SHOWN)} />
        {rest.length > 0 ? (
          <details>
            <summary className="w-fit cursor-pointer">and {rest.length} more</summary>
            <Listed urls={rest} />
          </details>
        ) : null}
      </div>
    </div>
  );
}

/** Each begins on a line of its own where it does not fit beside the one before, and breaks where its parts end. */
const Listed = ({ urls }: { urls: readonly string[] }) =>
  urls.map((url, i) => (
    <Fragment key={url}>
      <span className="inline-block max-w-full">
        {breakable(url)}
        {i < urls.length - 1 ? "," : ""}
      </span>{" "}
    </Fragment>
  ));
