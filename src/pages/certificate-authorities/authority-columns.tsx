import { certificateAuthorities } from "#resources/certificate-authorities.ts";
import { defineTable } from "#table/define-table.ts";
import { idColumn } from "#table/id-column.tsx";
import { createdColumn, nameColumn } from "#table/plain-columns.tsx";
import type { CertificateAuthority } from "#contract/certificate-authority.ts";
import { capital, formatAge } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";
import { useNow } from "#ui/time.tsx";

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;

type Validity = "valid" | "expires soon" | "expired" | "not yet valid" | "unknown";

/** Whether its certificate is valid at `now` (ms); soon is within 30 days. */
export function validityOf(
  { not_before: from, not_after: until }: Pick<CertificateAuthority, "not_before" | "not_after">,
  now: number,
): Validity {
  const end = Date.parse(until ?? "");
  if (Number.isNaN(end)) return "unknown";
  if (end <= now) return "expired";
  if (Date.parse(from ?? "") > now) return "not yet valid";
  return end - now < SOON_DAYS * DAY_MS ? "expires soon" : "valid";
}

const TONES = {
  valid: "ok",
  "expires soon": "warn",
  expired: "bad",
  "not yet valid": "warn",
  unknown: "none",
} as const;

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A time as people read it; "Unknown" where the service does not show it. */
export function exactTime(at: string | null | undefined): string {
  const time = Date.parse(at ?? "");
  return Number.isNaN(time) ? "Unknown" : exact.format(time);
}

/** "valid, 42 d left". */
function expiryWords(validity: Validity, end: number, now: number): string {
  if (Number.isNaN(end)) return validity;
  const left = formatAge(Math.abs(end - now) / 1000);
  return end > now ? `${validity}, ${left} left` : `${validity} ${left} ago`;
}

/** Whether it is valid, and until when. */
export function Expiry({ authority }: { authority: CertificateAuthority }) {
  const now = useNow(60_000);
  const validity = validityOf(authority, now);
  const end = Date.parse(authority.not_after ?? "");
  const words = capital(expiryWords(validity, end, now));
  return (
    <Status tone={TONES[validity]}>
      {Number.isNaN(end) ? (
        words
      ) : (
        <time dateTime={new Date(end).toISOString()} title={exact.format(end)}>
          {words}
        </time>
      )}
    </Status>
  );
}

/** The table of /certificate-authorities. */
export const authorityTable = defineTable<CertificateAuthority>({
  noun: certificateAuthorities.noun,
  columns: [
    {
      ...nameColumn("Authority", certificateAuthorities.nameOf),
      value: ({ description }) => description ?? "",
    },
    {
      id: "subject",
      head: "Subject",
      width: "minmax(8rem, 14rem)",
      place: "sub",
      className: "text-content-muted",
      value: ({ subject_common_name: subject }) => subject ?? "",
      sort: "lower",
      search: true,
      cell: ({ subject_common_name: subject }) => subject || "None",
    },
    {
      id: "expires",
      head: "Status",
      width: "11rem",
      place: "state",
      sort: ({ not_after: until }) => Date.parse(until ?? "") || 0,
      facets: [
        {
          id: "validity",
          label: "Validity",
          values: Object.keys(TONES),
          of: (authority) => validityOf(authority, Date.now()),
        },
      ],
      exports: ({ not_before, not_after }) => ({
        not_before: not_before ?? null,
        expires: not_after ?? null,
      }),
      cell: (authority) => <Expiry authority={authority} />,
    },
    { ...idColumn(), place: "sub", hidden: true },
    createdColumn(),
  ],
  defaultSort: { column: "expires", descending: false },
});
