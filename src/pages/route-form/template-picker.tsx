import { useState } from "react";
import { textsOf } from "#modules/texts.ts";
import { useEdgeLimits } from "#resources/closing.ts";
import { Panel } from "#ui/panel.tsx";
import { Icon } from "#ui/icon.tsx";
import { Status } from "#ui/status.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { fillFrom, overwrites, templatesFor, type RouteTemplate } from "./templates.ts";
import type { NewRouteForm } from "./use-new-route.ts";

const OverwriteDialog = lazyPart(() => import("./overwrite-dialog.tsx"), "OverwriteDialog");

/** Templates that fill the form. One that would replace something typed asks first; the one that did says so, as the rest is below it. */
export function TemplatePicker({ route }: { route: NewRouteForm }) {
  const [asked, setAsked] = useState<RouteTemplate | null>(null);
  const [filled, setFilled] = useState<string | null>(null);
  const { managedApps } = useEdgeLimits();
  const fill = (template: RouteTemplate, keep: readonly string[]) => {
    route.fill(fillFrom(route.now(), template, keep));
    setFilled(template.id);
    setAsked(null);
  };
  const pick = (template: RouteTemplate) => {
    if (overwrites(route.now(), template).length > 0) setAsked(template);
    else fill(template, []);
  };
  return (
    <Panel title="Start from a template" count="optional">
      <ul className="grid gap-2 p-4 md:grid-cols-3">
        {templatesFor(managedApps).map((template) => (
          <li key={template.id} className="flex min-w-0 flex-col gap-1">
            <button
              type="button"
              onClick={() => pick(template)}
              className="flex w-full min-w-0 flex-1 flex-col items-start gap-1 rounded-md border border-line-control px-3 py-2 text-left hover:bg-surface-hover"
            >
              <span className="flex items-start gap-2 font-strong">
                <Icon name="steps" className="mt-0.5 text-content-muted" />
                {template.title}
              </span>
              <span className="text-xs text-content-muted">{template.says}</span>
              <span className="text-xs text-content-muted">
                Adds{" "}
                {Object.keys(template.modules)
                  .map((kind) => textsOf(kind).title)
                  .join(", ")}
              </span>
            </button>
            <output>{filled === template.id ? <Status tone="ok">Filled in below</Status> : null}</output>
          </li>
        ))}
      </ul>
      {asked ? (
        <OverwriteDialog
          template={asked}
          names={overwrites(route.now(), asked)}
          onClose={() => setAsked(null)}
          onFill={(keep) => fill(asked, keep)}
        />
      ) : null}
    </Panel>
  );
}
