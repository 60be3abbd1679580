import { Button } from "./button.tsx";
import { useCopy } from "./use-copy.ts";

const WORDS = { idle: "Copy", copied: "Copied", failed: "Copy failed" };

/** Copies `text`; `label` names it for assistive tech ("Copy token"), and for all where it is `shown`. */
export function CopyButton({
  text,
  label,
  variant = "default",
  shown = false,
  size = "sm",
  onCopied,
  onFailed,
}: {
  text: string;
  label: string;
  variant?: "default" | "primary";
  shown?: boolean;
  size?: "sm" | "md";
  onCopied?: (() => void) | undefined;
  /** The browser refused: the text has to be there to be selected. */
  onFailed?: () => void;
}) {
  const { state, copy } = useCopy(onCopied, onFailed);
  return (
    <>
      <Button
        size={size}
        variant={variant}
        icon={state === "copied" ? "check" : state === "failed" ? "warn" : "copy"}
        aria-label={state === "idle" ? label : undefined}
        onClick={() => copy(text)}
      >
        {shown && state === "idle" ? label : WORDS[state]}
      </Button>
      <output className="sr-only">{state === "idle" ? "" : WORDS[state]}</output>
    </>
  );
}
