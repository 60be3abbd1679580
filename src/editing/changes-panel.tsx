import type { Change } from "#forms/diff.ts";
import { Panel } from "#ui/panel.tsx";
import { type Also, ChangesList } from "./changes-list.tsx";
import type { FormDefinition } from "./form-definition.ts";

/** What a save would change: old and new of each field. */
export function ChangesPanel(props: {
  definition: FormDefinition;
  changes: readonly Change[];
  /** What goes off with it. */
  also?: readonly Also[];
  isNew: boolean;
  /** Whether anything was typed or chosen: what a new module starts from is nobody's change. */
  edited: boolean;
}) {
  const { changes, also = [], isNew, edited } = props;
  return (
    <div className="lg:sticky lg:top-5">
      <Panel
        {...(isNew && !edited
          ? { title: "Initial values" }
          : { title: "Your changes", count: changes.length + also.length })}
        footer={isNew ? "New module: all values are sent" : "Other settings stay as they are"}
      >
        <ChangesList {...props} />
      </Panel>
    </div>
  );
}
