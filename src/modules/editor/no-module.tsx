import { Page } from "#components/page.tsx";
import { Absent } from "#components/query-gate.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { textsOf } from "../texts.ts";
import type { Place } from "./module-page.tsx";

/** In place of a module that its owner can’t have. */
export function NoModule({ wire, ownerName, ownerHref, crumbs }: Place) {
  const { title } = textsOf(wire);
  const back = <ButtonLink to={ownerHref}>All modules of this {ownerName}</ButtonLink>;
  return (
    <Page title={title} crumbs={[...crumbs, { label: title }]}>
      <Absent what="module" id={wire} back={back} />
    </Page>
  );
}
