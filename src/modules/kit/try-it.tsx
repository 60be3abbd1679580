import { Suspense, useState, type KeyboardEvent, type ReactNode } from "react";
import { Icon } from "#ui/icon.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";

/** Enter in a tester must not save the form around it. Heard on its way up: the panel itself is no control. */
const keys = {
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
  },
};

/**
 * The "Try it" panel under a form's fields: closed until asked for, and its content, best a lazy component, loaded then.
 * Nothing in it belongs to the draft. `says` tells in one line what can be tried.
 */
export function TryIt({ says, children }: { says: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="group mt-3 min-w-0 rounded-md border border-line bg-surface-raised"
      onToggle={(event) => setOpened(opened || event.currentTarget.open)}
      {...keys}
    >
      <summary className="flex list-none flex-wrap items-center gap-x-2 px-4 py-2.5">
        <Icon name="right" className="text-content-muted group-open:rotate-90" />
        <span className="font-strong">Try it</span>
        <span className="text-content-muted">{says}</span>
      </summary>
      <div className="flex min-w-0 flex-col gap-3 border-t border-line p-4">
        {opened ? <Suspense fallback={<SkeletonRows rows={3} label="Loading" />}>{children}</Suspense> : null}
      </div>
    </details>
  );
}
