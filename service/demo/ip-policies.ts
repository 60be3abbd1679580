import type { Db } from "../store/schema.ts";
import type { Named } from "./edge-list.ts";
import { addNamed, addRow, daysBefore } from "./rows.ts";

type DemoRule = { cidr: string; action: "allow" | "deny"; description: string; daysOld: number };
type DemoPolicy = { description: string; metadata?: object; daysOld: number; rules: DemoRule[] };

/** A pasted list, to be seen as one burst of changes. */
const PAYMENT_ADDRESSES = [66, 68, 70, 73, 75, 78, 80, 83, 86, 88, 91, 94].map((n) => `198.51.100.${n}/32`);

/** The IP policies of Northwind Freight, oldest first: with an overlap and a rule for everyone to find. */
const POLICIES = {
  office: {
    description: "Office and VPN",
    metadata: { team: "platform" },
    daysOld: 731,
    rules: [
      { cidr: "203.0.113.0/24", action: "allow", description: "Frankfurt office", daysOld: 730 },
      { cidr: "203.0.113.64/26", action: "allow", description: "Frankfurt, meeting rooms", daysOld: 402 },
      { cidr: "2001:db8:42::/48", action: "allow", description: "Office, IPv6", daysOld: 401 },
      { cidr: "10.20.0.0/16", action: "allow", description: "VPN pool", daysOld: 88 },
      { cidr: "203.0.113.57/32", action: "deny", description: "Lost laptop, ticket 4412", daysOld: 6 },
    ],
  },
  carriers: {
    description: "Carrier partners",
    daysOld: 210,
    rules: [
      { cidr: "198.51.100.16/28", action: "allow", description: "Nordsee Spedition, EDI", daysOld: 203 },
      { cidr: "192.0.2.0/25", action: "allow", description: "Rhein Logistik", daysOld: 203 },
      { cidr: "203.0.113.48/28", action: "allow", description: "Kombi Verkehr", daysOld: 41 },
    ],
  },
  scanners: {
    description: "Blocked scanners",
    daysOld: 7,
    rules: [
      { cidr: "0.0.0.0/0", action: "allow", description: "All others", daysOld: 7 },
      { cidr: "198.51.100.128/25", action: "deny", description: "Scans on /admin", daysOld: 7 },
    ],
  },
  payments: {
    description: "Payment provider",
    metadata: { pasted: "the provider’s list of addresses" },
    daysOld: 2,
    rules: PAYMENT_ADDRESSES.map((cidr) => ({
      cidr,
      action: "allow",
      description: "Sends payment events",
      daysOld: 2,
    })),
  },
} satisfies Record<string, DemoPolicy>;

/** Adds IP policies and their rules. Rules of one day are seconds apart: ids sort by time. Answers the policies’ ids. */
export async function addDemoPolicies(db: Db, now: number): Promise<Named["policies"]> {
  return addNamed(POLICIES, async (policy: DemoPolicy) => {
    const added = await addRow(db, "ipPolicy", daysBefore(now, policy.daysOld), policy, {});
    for (const [index, rule] of policy.rules.entries()) {
      const { cidr, action, daysOld } = rule;
      const at = daysBefore(now, daysOld) + (index + 1) * 1000;
      await addRow(db, "ipPolicyRule", at, rule, { ip_policy_id: added.id, cidr, action });
    }
    return added;
  });
}
