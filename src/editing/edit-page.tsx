import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useParams } from "react-router-dom";
import { freshOf } from "#components/fresh-query.ts";
import { Freshness } from "#components/freshness.tsx";
import { NoSuch } from "#components/no-such.tsx";
import { Page } from "#components/page.tsx";
import { QueryGate } from "#components/query-gate.tsx";
import { KINDS, listTitleOf, type Kind, type ResourceKind } from "#resources/kinds.ts";
import { ButtonLink } from "#ui/button.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";

type Props<T, Key extends QueryKey> = {
  of: {
    kind: ResourceKind;
    detail: (id: string) => UseQueryOptions<T, Error, T, Key>;
    nameOf: (object: T) => string;
  };
  /** The form, which says whether something was edited. Give it the id as `key`. */
  children: (object: T, onEdited: (edited: boolean) => void) => ReactNode;
};

/** The page that edits one object of a list, opened beside which it is left again: read anew, it says when it is gone. */
export function EditPage<T, Key extends QueryKey>({ of, children }: Props<T, Key>) {
  const { id = "" } = useParams();
  const query = freshOf(useQuery({ ...of.detail(id), refetchOnMount: "always" as const }));
  const [edited, setEdited] = useState(false);
  const kind: Kind = KINDS[of.kind];
  const { noun, list, page } = kind;
  const known = query.data !== undefined;
  const name = query.data === undefined ? id : of.nameOf(query.data);
  const back = page({ id }) ?? list();
  return (
    <Page
      title={`Edit ${name}`}
      crumbs={[{ label: listTitleOf(kind), to: list() }, { label: name, to: back }, { label: "Edit" }]}
      freshness={<Freshness query={query} held={edited} />}
      actions={<ButtonLink to={back}>Back to the {noun.one}</ButtonLink>}
    >
      <QueryGate
        query={query}
        tried={`load this ${noun.one}`}
        loading={<SkeletonRows label={`Loading this ${noun.one}`} />}
        editing={edited}
        absent={<NoSuch kind={of.kind} id={id} known={known} />}
      >
        {(loaded) => children(loaded, setEdited)}
      </QueryGate>
    </Page>
  );
}
