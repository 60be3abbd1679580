import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { getConnection } from "#api/connection.ts";
import { servedConfigQuery } from "#api/served-config.ts";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import type { TestDialog as Dialog } from "./test-dialog.tsx";
import type { TestDraft } from "./test-draft.ts";

const TestDialog = lazyPart(() => import("./test-dialog.tsx"), "TestDialog");

type Props = Omit<Parameters<typeof Dialog>[0], "onClose" | "onDraft" | "start"> & {
  label: string;
  /** What is in the fields at first, by the port of the URLs of HTTPS edges. */
  start: (httpsPort: number | undefined) => TestDraft;
};

/** What was typed last, and where: whoever comes back from the request that was sent finds it again. */
let kept: { at: string; of: unknown; draft: TestDraft } | null = null;

/** Opens the dialog that sends a request; nothing where the service is not known to run an edge. */
export function TestButton({ label, start, ...props }: Props) {
  const { data: config } = useQuery(servedConfigQuery);
  const { key } = useLocation();
  const [first, setFirst] = useState(() =>
    kept?.at === key && kept.of === getConnection() ? kept.draft : null,
  );
  if (!config?.edge) return null;
  const { httpsPort } = config.edge;
  const keep = (draft: TestDraft) => {
    kept = { at: key, of: getConnection(), draft };
  };
  const open = () => {
    keep(start(httpsPort));
    setFirst(start(httpsPort));
  };
  const close = () => {
    kept = null;
    setFirst(null);
  };
  return (
    <>
      <Button icon="bolt" onClick={open}>
        {label}
      </Button>
      {first ? <TestDialog {...props} start={first} onDraft={keep} onClose={close} /> : null}
    </>
  );
}
