import { createContext, use } from "react";
import type { ModuleAddress, ModuleValue } from "#resources/modules.ts";

/** The module that a form is about: where it is, without an ID where its owner is yet to be created, and what the service last answered of it (null = not set). */
export type EditedModule = {
  address: ModuleAddress | { owner: "route"; edgeId: string; kind: string };
  answer: ModuleValue;
};

/** Given by the editor to the fields of its kind. */
export const ModuleContext = createContext<EditedModule | null>(null);

/** The module being edited, for fields that show more of it than its form holds: what the service made itself. */
export function useEditedModule(): EditedModule | null {
  return use(ModuleContext);
}
