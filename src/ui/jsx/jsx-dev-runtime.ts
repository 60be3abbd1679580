import type { ElementType, Key } from "react";
import { jsxDEV as element, type JSXSource } from "react/jsx-dev-runtime";
import { clippedProps } from "../clip.ts";

export { Fragment, type JSX } from "react/jsx-dev-runtime";

type Props = Readonly<Record<string, unknown>>;

/** {@link file://./jsx-runtime.ts} in development and in tests. */
export const jsxDEV = (
  type: ElementType,
  props: Props,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
) => element(type, clippedProps(type, props), key, isStatic, source, self);
