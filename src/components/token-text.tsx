import { copiedByHand } from "#ui/code-block.tsx";
import { capital } from "#ui/format.ts";

/** A token in full, to be read and copied by hand: a click selects it whole. */
export function TokenText({ token, what, onCopied }: { token: string; what: string; onCopied: () => void }) {
  return (
    <code
      aria-label={capital(what)}
      onCopy={copiedByHand(token, onCopied)}
      className="min-w-0 flex-[1_1_16.5rem] font-mono text-sm wrap-anywhere select-all"
    >
      {token}
    </code>
  );
}
