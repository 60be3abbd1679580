import type { ComponentProps } from "react";
import { AddressPanel } from "./address-panel.tsx";
import { FindingsPanel } from "./findings-panel.tsx";

type Props = ComponentProps<typeof AddressPanel> & ComponentProps<typeof FindingsPanel>;

/** The policy lab: an address against every policy, and what is worth a look. Import lazily. */
export function Lab({ groups, nameOf, address, onTest, findings, onDelete }: Props) {
  return (
    <>
      <AddressPanel {...{ groups, nameOf, address, onTest }} />
      <FindingsPanel {...{ findings, nameOf, onDelete }} />
    </>
  );
}
