import type { ReactNode } from "react";
import { clip, NAME_MAX } from "./clip.ts";

/**
 * An address that breaks after its dots and slashes where a line is too short for it: "https://app.|northwind.|example". What
 * is in numbers stays whole: "203.0.113.57/32". What {@link clip} adds is a part of its own, or the whole is clipped again.
 */
export function breakable(text: string, most: number = NAME_MAX): ReactNode {
  return clip(text, most)
    .split(/(?<=[./:])(?=\w)(?!(?<=\d[./])\d)|(?=… [\d,]+ characters, first )/)
    .flatMap((part, index) => (index > 0 ? [<wbr key={index} />, part] : part));
}
