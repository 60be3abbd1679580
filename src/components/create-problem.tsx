import { describeError, isAbsent, isUnsure } from "#api/errors.ts";
import { Note } from "#ui/note.tsx";
import { ErrorDetails } from "./error-note.tsx";

/** Why something was not made; with a word more where the service has none of it, or may have made it all the same. */
export function CreateProblem(props: {
  error: unknown;
  /** What was to be made: "HTTPS edge". */
  one: string;
  /** Does an unknown address mean that the service has none? It does not where it lies below another object. */
  extension?: boolean;
  /** In place of the hint where it may have been made all the same. */
  unsure?: string;
}) {
  const { error, one, extension = false, unsure } = props;
  const { title, detail, hint, ...named } = describeError(error, `create the ${one}`);
  return (
    <>
      {extension && isAbsent(error) ? (
        <Note tone="warn">
          <strong>No {one} can be created in this service</strong>
          <p>What you typed stays here, so you can copy it.</p>
        </Note>
      ) : null}
      <Note tone="bad">
        <strong>{title}</strong>
        <p>{detail}</p>
        {hint ? <p>{(isUnsure(error) && unsure) || hint}</p> : null}
        <ErrorDetails {...named} />
      </Note>
    </>
  );
}
