import { useState } from "react";
import type { useEdgeRoot } from "#resources/edge-root.ts";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-export.ts";

const TrustRootDialog = lazyPart(() => import("./trust-root-dialog.tsx"), "TrustRootDialog");

/** Opens how to trust the root certificate of the service's edge, to visit `url`. */
export function TrustRoot(props: { root: NonNullable<ReturnType<typeof useEdgeRoot>>; url?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon="lock" onClick={() => setOpen(true)}>
        Trust certificate…
      </Button>
      {open ? <TrustRootDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
