import { Status, type StatusTone } from "#ui/status.tsx";

/** A status with the rest of it, over as many lines as it takes: nothing is cut off. */
export function SaidLine({ said }: { said: { tone: StatusTone; text: string; detail?: string } }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <Status tone={said.tone}>{said.text}</Status>
      {said.detail === undefined ? null : (
        <span className="block pl-5.5 text-content-muted">{said.detail}</span>
      )}
    </span>
  );
}
