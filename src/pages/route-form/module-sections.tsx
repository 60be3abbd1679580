import { Suspense, useEffect, useRef } from "react";
import { FieldScope } from "#forms/field-scope.tsx";
import { ModuleFields } from "#modules/module-fields.tsx";
import { moduleOf } from "#modules/registry.ts";
import { textsOf } from "#modules/texts.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";

type Props = {
  kinds: readonly string[];
  /** The one that was just added: it gets the focus. */
  added: string | null;
  onTakeOut: (kind: string) => void;
};

/** The forms of the modules that a new route has, each the one of its kind's editor. */
export function ModuleSections({ kinds, added, onTakeOut }: Props) {
  return kinds.map((kind) => (
    <ModuleSection key={kind} kind={kind} isAdded={added === kind} onTakeOut={() => onTakeOut(kind)} />
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
          <Button variant="ghost" size="sm" icon="x" aria-label={`Take out ${title}`} onClick={onTakeOut}>
            Take out
          </Button>
        }
      >
        <div className="grid gap-4 p-4 pl-5">
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

/** The modules that a new route does not have yet, each with what it is for. */
export function AddModule({ kinds, onAdd }: { kinds: readonly string[]; onAdd: (kind: string) => void }) {
  if (kinds.length === 0) return null;
  return (
    <Panel title="Add a module" count={kinds.length}>
      <ul className="grid sm:grid-cols-2">
        {kinds.map((kind) => {
          const { title, purpose } = textsOf(kind);
          return (
            <li
              key={kind}
              className="flex min-w-0 items-center gap-3 border-b border-line py-1 pr-2 pl-4 last:border-0"
            >
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
    </Panel>
  );
}
