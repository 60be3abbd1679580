import { useState } from "react";
import { CopyButton } from "./copy-button.tsx";

/** Tells of a copy by hand: of the whole text, by selecting it. */
export const copiedByHand = (text: string, done: () => void) => () => {
  if (getSelection()?.toString().trim() === text) done();
};

/**
 * Text to copy exactly. `copyText` is what the button copies when it differs from what is shown; `primary` = copying it is
 * the next step. Where copying fails, that text is shown to be selected. In a narrow place the button is below the text, which has the whole width.
 */
export function CodeBlock({
  text,
  label,
  copyText,
  onCopied,
  primary = false,
}: {
  text: string;
  label: string;
  copyText?: string;
  onCopied?: (() => void) | undefined;
  primary?: boolean;
}) {
  const [copied, setCopied] = useState(false);
  const [failed, setFailed] = useState(false);
  const whole = copyText ?? text;
  const done = () => {
    setCopied(true);
    onCopied?.();
  };
  return (
    <div className="@container min-w-0">
      <div className="rounded-md border border-line bg-surface-sunken p-3">
        <div className="grid justify-items-start gap-2 @md:-my-1 @md:-mr-1 @md:flex @md:items-start">
          <pre
            onCopy={copiedByHand(whole, done)}
            className="m-0 min-w-0 flex-1 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap @md:py-1"
          >
            {failed ? whole : text}
          </pre>
          <CopyButton
            text={whole}
            label={`Copy ${label}`}
            variant={primary && !copied ? "primary" : "default"}
            onCopied={done}
            onFailed={() => setFailed(true)}
          />
        </div>
        {failed && !copied ? (
          <output className="block pt-2 text-xs">Copy failed. Select the text and copy it.</output>
        ) : null}
      </div>
    </div>
  );
}
