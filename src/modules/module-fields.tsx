import { SwitchField } from "#forms/fields.tsx";
import type { ModuleDefinition } from "./define-module.ts";

/** The form of a module kind: the switch that every kind has, and its own fields. */
export function ModuleFields({ switch: { on, off, hint }, Fields }: ModuleDefinition) {
  return (
    <>
      <SwitchField
        name="enabled"
        label="Apply to traffic"
        hint={hint}
        says={(value) => (value ? `On: ${on}` : `Off: ${off ?? "settings are kept, but not applied"}`)}
      />
      {Fields ? <Fields /> : null}
    </>
  );
}
