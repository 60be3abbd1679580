import { breakable } from "./breakable.tsx";
import { Icon } from "./icon.tsx";

/** A public URL that opens in a new tab. */
export function OpenUrl({ url, className }: { url: string; className: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" className={className}>
      {breakable(url)}
      <Icon name="ext" size={12} className="ml-1 inline" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** {@link OpenUrl} beside what names it. */
export function OpenIcon({ url }: { url: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      aria-label={`Open ${url} in a new tab`}
      className="grid size-6 shrink-0 place-items-center text-content-faint hover:text-content"
    >
      <Icon name="ext" size={12} />
    </a>
  );
}
