import type { ReactNode } from "react";

/** A heading of a form's next part. */
export function PartHeading({ children }: { children: ReactNode }) {
  return <h2 className="mt-3 border-t border-line pt-5">{children}</h2>;
}
