import type { ElementType, Key } from "react";
import { jsx as element, jsxs as elements } from "react/jsx-runtime";
import { clippedProps } from "../clip.ts";

export { Fragment, type JSX } from "react/jsx-runtime";

type Props = Readonly<Record<string, unknown>>;

/** What JSX compiles to (`jsxImportSource` in vite.config.ts): React's own, with long texts clipped. */
export const jsx = (type: ElementType, props: Props, key?: Key) =>
  element(type, clippedProps(type, props), key);
export const jsxs = (type: ElementType, props: Props, key?: Key) =>
  elements(type, clippedProps(type, props), key);
