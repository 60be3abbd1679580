import { Age } from "#ui/time.tsx";
import { timeOfId } from "./id-time.ts";

/** What is known where nothing matched yet: `next` = the id of the event up to which was searched. */
export function SearchedSoFar({ next }: { next: string }) {
  const at = timeOfId(next);
  return (
    <>
      {at === null ? (
        "No match in the newest requests. "
      ) : (
        <>
          No match in the last <Age since={at} />.{" "}
        </>
      )}
      Older requests are not searched yet.
    </>
  );
}
