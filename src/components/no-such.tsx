import { KINDS, type Kind, type ResourceKind } from "#resources/kinds.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Absent } from "./query-gate.tsx";

/** In place of an object that the service does not know, with the way to the list of its kind. */
export function NoSuch({ kind, ...of }: { kind: ResourceKind; id: string; known?: boolean }) {
  const { noun, list, listed = noun.many }: Kind = KINDS[kind];
  return <Absent {...of} what={noun.one} back={<ButtonLink to={list()}>All {listed}</ButtonLink>} />;
}
