import type { ReactNode } from "react";

/** One step of the rotation, with its state at the right of its title. */
export function Step(props: { number: number; title: string; state: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 border-b border-line p-4 last:border-0">
      <span
        aria-hidden="true"
        className="grid size-5 flex-none place-items-center rounded-full text-xs text-content-muted inset-ring inset-ring-line-strong"
      >
        {props.number}
      </span>
      <div className="grid min-w-0 flex-1 gap-3">
        <div className="flex flex-wrap items-center gap-x-3">
          <h2 className="text-base">{props.title}</h2>
          {props.state}
        </div>
        {props.children}
      </div>
    </li>
  );
}
