import type { ReactNode } from "react";

/** A page inside the shell: top bar with crumbs and age, header with title and actions, content. */
export function Page(props: {
  title: string;
  titleExtra?: ReactNode;
  subtitle?: ReactNode;
  crumbs: { label: string; to?: string }[];
  freshness?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main>
      <h1>{props.title}</h1>
      {props.children}
    </main>
  );
}
