import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { servedConfigQuery } from "#api/served-config.ts";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import type { TestDialog as Dialog } from "./test-dialog.tsx";
import type { TestDraft } from "./test-draft.ts";

const TestDialog = lazyPart(() => import("./test-dialog.tsx"), "TestDialog");

type Props = Omit<Parameters<typeof Dialog>[0], "onClose" | "start"> & {
  label: string;
  /** What is in the fields at first, by the port of the URLs of HTTPS edges. */
  start: (httpsPort: number | undefined) => TestDraft;
};

/** Opens the dialog that sends a request; nothing where the service is not known to run an edge. */
export function TestButton({ label, start, ...props }: Props) {
  const { data: config } = useQuery(servedConfigQuery);
  const [open, setOpen] = useState(false);
  if (!config?.edge) return null;
  return (
    <>
      <Button icon="bolt" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open ? (
        <TestDialog {...props} start={start(config.edge.httpsPort)} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
