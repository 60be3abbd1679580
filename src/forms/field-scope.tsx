import { createContext, use, type ReactNode } from "react";

const Scope = createContext("");

/** The fields inside are those of the object at `name`: `client_id` inside `provider.github` is its `client_id`. */
export function FieldScope({ name, children }: { name: string; children: ReactNode }) {
  const full = useScoped(name);
  return <Scope value={`${full}.`}>{children}</Scope>;
}

/** A form of its own inside another one: its fields are in no scope. */
export function RootScope({ children }: { children: ReactNode }) {
  return <Scope value="">{children}</Scope>;
}

/** The full name of a field inside the scope around it. */
export function useScoped(name: string): string {
  return `${use(Scope)}${name}`;
}
