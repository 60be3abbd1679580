import { useState } from "react";
import type { useEdgeRoot } from "#resources/edge-root.ts";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-export.ts";

const TrustRootDialog = lazyPart(() => import("./trust-root-dialog.tsx"), "TrustRootDialog");

/** Opens how to trust the root certificate of the service's edge. */
export function TrustRoot({ root }: { root: NonNullable<ReturnType<typeof useEdgeRoot>> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon="lock" onClick={() => setOpen(true)}>
        Trust certificate…
      </Button>
      {open ? <TrustRootDialog root={root} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
