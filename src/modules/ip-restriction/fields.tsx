import { RefListField } from "#components/ref-picker.tsx";
import { lazyExport, lazyPart } from "#ui/lazy-export.ts";
import { TryIt } from "../kit/try-it.tsx";
import { RestrictionLockout } from "./restriction-lockout.tsx";

const NewPolicyWithRule = lazyPart(() => import("#policy-lab/new-policy-dialog.tsx"), "NewPolicyWithRule");
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
        create={NewPolicyWithRule}
        hint="Their rules decide which addresses can connect. 1 to 100 policies."
      />
      <RestrictionLockout />
      <TryIt says="Check an address">
        <AddressTester />
      </TryIt>
    </>
  );
}
