import type { ReactNode } from "react";
import { clip, NAME_MAX } from "./clip.ts";

/** An address that breaks after its dots and slashes where a line is too short for it: "https://app.|northwind.|example". */
export function breakable(text: string): ReactNode {
  return clip(text, NAME_MAX)
    .split(/(?<=[./:])(?=\w)/)
    .flatMap((part, index) => (index > 0 ? [<wbr key={index} />, part] : part));
}
