import { useState } from "react";
import { textsOf } from "#modules/texts.ts";
import { useEdgeLimits } from "#resources/closing.ts";
import { Panel } from "#ui/panel.tsx";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { fillFrom, overwrites, templatesFor, type RouteTemplate } from "./templates.ts";
import type { NewRouteForm } from "./use-new-route.ts";

const OverwriteDialog = lazyPart(() => import("./overwrite-dialog.tsx"), "OverwriteDialog");

/** Templates that fill the form. One that would replace something typed asks first. */
export function TemplatePicker({ route }: { route: NewRouteForm }) {
  const [asked, setAsked] = useState<RouteTemplate | null>(null);
  const { managedApps } = useEdgeLimits();
  const pick = (template: RouteTemplate) => {
    const now = route.now();
    if (overwrites(now, template).length > 0) setAsked(template);
    else route.fill(fillFrom(now, template, []));
  };
  return (
    <Panel title="Start from a template" count="optional">
      <ul className="grid gap-2 p-4 md:grid-cols-3">
        {templatesFor(managedApps).map((template) => (
          <li key={template.id} className="min-w-0">
            <button
              type="button"
              onClick={() => pick(template)}
              className="flex h-full w-full min-w-0 flex-col items-start gap-1 rounded-md border border-line-control px-3 py-2 text-left hover:bg-surface-hover"
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
          </li>
        ))}
      </ul>
      {asked ? (
        <OverwriteDialog
          template={asked}
          names={overwrites(route.now(), asked)}
          onClose={() => setAsked(null)}
          onFill={(keep) => {
            route.fill(fillFrom(route.now(), asked, keep));
            setAsked(null);
          }}
        />
      ) : null}
    </Panel>
  );
}
