import { textsOf } from "#modules/texts.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ROUTE_FIELDS } from "./route-definition.ts";
import type { RouteTemplate } from "./templates.ts";

const labelOf = (name: string) =>
  ROUTE_FIELDS.find((field) => field.name === name)?.label ?? textsOf(name).title;

/** Asks whether a template may replace what was typed. Import lazily. */
export function OverwriteDialog(props: {
  template: RouteTemplate;
  /** What was typed and it has otherwise. */
  names: readonly string[];
  onFill: (keep: readonly string[]) => void;
  onClose: () => void;
}) {
  const { template, names, onFill, onClose } = props;
  return (
    <Dialog
      onClose={onClose}
      title={`Use template “${template.title}”?`}
      description="It changes these fields you filled in:"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={() => onFill([])}>Replace</Button>
          <Button variant="primary" onClick={() => onFill(names)}>
            Keep mine, fill in the rest
          </Button>
        </>
      }
    >
      <ul className="list-disc pl-5">
        {names.map((name) => (
          <li key={name}>{labelOf(name)}</li>
        ))}
      </ul>
    </Dialog>
  );
}
