import { Suspense, useEffect, useRef } from "react";
import { groupBy } from "#resources/group-by.ts";
import { factsOf, ROUTE_MODULES } from "#contract/modules/kinds.ts";
import { FieldScope } from "#forms/field-scope.tsx";
import { ModuleContext } from "#modules/kit/module-context.ts";
import { ModuleFields } from "#modules/module-fields.tsx";
import { moduleOf } from "#modules/registry.ts";
import { textsOf } from "#modules/texts.ts";
import { Button } from "#ui/button.tsx";
import { focusBeside } from "#ui/focus-beside.ts";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";

type Props = {
  kinds: readonly string[];
  /** The edge of the route. */
  edgeId: string;
  /** The one that was just added: it gets the focus. */
  added: string | null;
  onTakeOut: (kind: string) => void;
};

/** The forms of the modules that a new route has, each the one of its kind's editor. */
export function ModuleSections({ kinds, edgeId, added, onTakeOut }: Props) {
  return kinds.map((kind) => (
    <ModuleContext key={kind} value={{ address: { owner: "route", edgeId, kind }, answer: null }}>
      <ModuleSection kind={kind} isAdded={added === kind} onTakeOut={() => onTakeOut(kind)} />
    </ModuleContext>
  ));
}

function ModuleSection(props: { kind: string; isAdded: boolean; onTakeOut: () => void }) {
  const { kind, isAdded, onTakeOut } = props;
  const box = useRef<HTMLDivElement>(null);
  const definition = moduleOf(kind);
  const { title } = textsOf(kind);
  useEffect(() => {
    if (!isAdded) return;
    box.current?.scrollIntoView({ block: "nearest" });
    box.current?.focus({ preventScroll: true });
  }, [isAdded]);
  if (!definition) return null;
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 outline-none">
      <Panel
        title={title}
        count={<code className="font-mono">{kind}</code>}
        actions={
          <Button
            variant="ghost"
            size="sm"
            icon="x"
            aria-label={`Remove ${title}`}
            onClick={() => {
              focusBeside(box.current);
              onTakeOut();
            }}
          >
            Remove
          </Button>
        }
      >
        <div className="grid gap-4 p-4 *:min-w-0">
          <Suspense fallback={<SkeletonRows rows={3} label={`Loading ${title}`} />}>
            <FieldScope name={kind}>
              <ModuleFields {...definition} />
            </FieldScope>
          </Suspense>
        </div>
      </Panel>
    </div>
  );
}

/** In place of the backend of a new route that has none yet: without one its requests fail. */
export function NoBackend({ onAdd }: { onAdd: () => void }) {
  return (
    <Panel
      title={textsOf("backend").title}
      actions={
        <Button size="sm" icon="plus" onClick={onAdd}>
          Add backend
        </Button>
      }
    >
      <p className="p-4">
        <Status tone="warn" wrap>
          No backend. Requests fail until you add one.
        </Status>
      </p>
    </Panel>
  );
}

/** The modules that a new route does not have yet, by group, each with what it is for. */
export function AddModule({ kinds, onAdd }: { kinds: readonly string[]; onAdd: (kind: string) => void }) {
  if (kinds.length === 0) return null;
  const groupOf = (kind: string) => factsOf(kind)?.group ?? "Routing";
  // In the order of all kinds: a group stays where it is when a kind of it was added.
  const groups = [...groupBy(ROUTE_MODULES, groupOf).keys()].flatMap((group) => {
    const members = kinds.filter((kind) => groupOf(kind) === group);
    return members.length > 0 ? [{ group, members }] : [];
  });
  return (
    <Panel title="Add module" count={kinds.length}>
      {groups.map(({ group, members }) => (
        <section key={group} aria-label={group} className="border-b border-line px-4 py-2 last:border-0">
          <h3 className="text-xs font-normal text-content-muted">{group}</h3>
          <ul className="grid gap-x-4 md:grid-cols-2">
            {members.map((kind) => {
              const { title, purpose } = textsOf(kind);
              return (
                <li key={kind} className="flex min-w-0 items-center gap-2 py-1">
                  <span className="min-w-0 flex-1">
                    <span className="block font-strong">{title}</span>
                    <span className="block text-xs text-content-muted">{purpose}</span>
                  </span>
                  <Button
                    variant="ghost"
                    size="sm"
                    icon="plus"
                    aria-label={`Add ${title}`}
                    onClick={() => onAdd(kind)}
                  >
                    Add
                  </Button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </Panel>
  );
}
