import { clip, NAME_MAX } from "./clip.ts";
import { Fragment, type ReactNode } from "react";

/** An address that breaks after its dots and slashes where a line is too short for it: "https://app.|northwind.|example". */
export function breakable(text: string): ReactNode {
  return clip(text, NAME_MAX)
    .split(/(?<=[./:])(?=\w)/)
    .map((part, index) => (
      <Fragment key={index}>
        {part}
        <wbr />
      </Fragment>
    ));
}
