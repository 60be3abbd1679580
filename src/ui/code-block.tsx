import { CopyButton } from "./copy-button.tsx";

/** Text to copy exactly. `copyText` is what the button copies when it differs from what is shown. */
export function CodeBlock({
  text,
  label,
  copyText,
  onCopied,
}: {
  text: string;
  label: string;
  copyText?: string;
  onCopied?: (() => void) | undefined;
}) {
  return (
    <div className="relative min-w-0">
      <pre className="m-0 rounded-md border border-line bg-surface-sunken p-3 pr-24 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
      <span className="absolute top-2 right-2">
        <CopyButton text={copyText ?? text} label={`Copy ${label}`} onCopied={onCopied} />
      </span>
    </div>
  );
}
