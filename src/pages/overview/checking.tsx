import { Panel } from "#ui/panel.tsx";
import { Status } from "#ui/status.tsx";

export const Checking = () => <Status tone="run">Checking…</Status>;

/** In place of what needs attention, until its code is there. */
export const CheckingPanel = () => (
  <Panel title="Needs attention">
    <p className="p-4 text-content-muted">
      <Checking />
    </p>
  </Panel>
);
