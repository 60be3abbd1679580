const RANGES = /([0-9A-Fa-f:.]*[0-9A-Fa-f:]\/\d{1,3})/;

/** A sentence with its address ranges in monospace. */
export function CidrText({ children }: { children: string }) {
  return children.split(RANGES).map((part, index) =>
    index % 2 === 1 ? (
      <span key={`${index} ${part}`} className="font-mono wrap-anywhere">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
