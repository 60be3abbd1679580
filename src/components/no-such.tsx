import { KINDS, type Kind, type ResourceKind } from "#resources/kinds.ts";
import type { ReactNode } from "react";
import { href } from "#resources/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Absent } from "./query-gate.tsx";

type Props = { kind: ResourceKind; id: string; known?: boolean; first?: ReactNode };

/** In place of an object that the service does not know, with the ways to the list of its kind and to who deleted it. */
export function NoSuch({ kind, first, ...of }: Props) {
  const { noun, list, listed = noun.many }: Kind = KINDS[kind];
  const back = (
    <>
      {first}
      <ButtonLink to={list()}>All {listed}</ButtonLink>
      <ItsActivity id={of.id} />
    </>
  );
  return <Absent {...of} what={noun.one} back={back} />;
}

/** Leads to who deleted what is not there any more, and when. */
export function ItsActivity({ id }: { id: string }) {
  return (
    <ButtonLink to={href.activity(`?${new URLSearchParams({ object_id: id })}`)} icon="clock">
      Open activity
    </ButtonLink>
  );
}
