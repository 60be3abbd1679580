import { RefListField } from "#components/ref-picker.tsx";
import { lazyExport } from "#ui/lazy-export.ts";
import { TryIt } from "../kit/try-it.tsx";

const AddressTester = lazyExport(() => import("./address-tester.tsx"), "AddressTester");

/** The form of an IP restriction. */
export function IpRestrictionFields() {
  return (
    <>
      <RefListField
        name="ip_policy_ids"
        label="IP policies"
        kind="ipPolicy"
        one="IP policy"
        hint="Whose rules decide which source addresses may connect. At least one, at most 100."
      />
      <TryIt says="Whether an address may connect">
        <AddressTester />
      </TryIt>
    </>
  );
}
