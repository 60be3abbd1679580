import { createElement, lazy, Suspense, type ComponentType, type LazyExoticComponent } from "react";

/** A component that is loaded when it is first shown, inside of a Suspense: the export `name` of a module. */
export function lazyExport<Name extends string, Props extends object>(
  load: () => Promise<{ [name in Name]: ComponentType<Props> }>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}

/** The same with a Suspense of its own: nothing stands in its place until it is there. */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<{ [name in Name]: ComponentType<Props> }>,
  name: Name,
): ComponentType<Props> {
  const Part = lazyExport(load, name);
  return (props) => createElement(Suspense, null, createElement(Part, props));
}
