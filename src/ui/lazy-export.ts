import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/** A component that is loaded when it is first shown: the export `name` of a module. */
export function lazyExport<Name extends string, Props extends object>(
  load: () => Promise<{ [name in Name]: ComponentType<Props> }>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}
