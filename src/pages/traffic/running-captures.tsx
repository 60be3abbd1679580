import { RefLookup } from "#components/ref-link-lookup.tsx";
import { CaptureNote } from "#traffic/capture-note.tsx";
import { useCaptures } from "#traffic/use-captures.ts";

/** Whose bodies are kept now, each with how long still. */
export function RunningCaptures() {
  const { running = [], now = 0 } = useCaptures() ?? {};
  const targets = [...new Set(running.map(({ target_id: id }) => id))];
  return targets.map((id) => (
    <CaptureNote
      key={id}
      captures={running.filter((one) => one.target_id === id)}
      now={now}
      name={<RefLookup reference={{ id }} withId={false} />}
    />
  ));
}
