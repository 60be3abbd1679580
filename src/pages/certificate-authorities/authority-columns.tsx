import { createdColumn, deleteColumn, idColumn, nameColumn } from "#table/plain-columns.tsx";
import type { JsonObject } from "#table/resource-list.tsx";
import type { Column } from "#table/column.ts";
import type { RowModel } from "#table/rows.ts";
import type { TableSchema } from "#table/url-state.ts";
import type { CertificateAuthority } from "#contract/certificate-authority.ts";
import { formatAge } from "#ui/format.ts";
import { Status } from "#ui/status.tsx";
import { useNow } from "#ui/time.tsx";

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;

type Validity = "valid" | "ends soon" | "expired" | "not yet valid" | "not shown";

/** Whether its certificate is valid at `now` (ms); soon is within 30 days. */
export function validityOf(
  { not_before: from, not_after: until }: Pick<CertificateAuthority, "not_before" | "not_after">,
  now: number,
): Validity {
  const end = Date.parse(until ?? "");
  if (Number.isNaN(end)) return "not shown";
  if (end <= now) return "expired";
  if (Date.parse(from ?? "") > now) return "not yet valid";
  return end - now < SOON_DAYS * DAY_MS ? "ends soon" : "valid";
}

const TONES = {
  valid: "ok",
  "ends soon": "warn",
  expired: "bad",
  "not yet valid": "warn",
  "not shown": "none",
} as const;

/** Its description, else whom its certificate names. */
export function authorityName({
  description,
  subject_common_name: subject,
  id,
}: CertificateAuthority): string {
  return description || subject || id;
}

/** Search looks at everything an authority says of itself. */
export const authorityModel: RowModel<CertificateAuthority> = {
  searchText: ({ description, id, subject_common_name: subject, metadata }) =>
    [description, id, subject, metadata].join("\n").toLowerCase(),
  facets: [{ id: "validity", label: "Validity", valueOf: (authority) => validityOf(authority, Date.now()) }],
  sortKeys: {
    name: (authority) => authorityName(authority).toLowerCase(),
    subject: ({ subject_common_name: subject }) => (subject ?? "").toLowerCase(),
    expires: ({ not_after: until }) => Date.parse(until ?? "") || 0,
    created: ({ created_at: at }) => Date.parse(at),
  },
  tie: ({ id }) => id,
};

export const authoritySchema: TableSchema = {
  facets: ["validity"],
  fixed: { validity: Object.keys(TONES) },
  sortable: Object.keys(authorityModel.sortKeys),
  defaultSort: { column: "expires", descending: false },
};

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

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
  const words = expiryWords(validity, end, now);
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

/** The columns of /certificate-authorities. */
export function authorityColumns(
  ask: (authority: CertificateAuthority) => void,
): readonly Column<CertificateAuthority>[] {
  return [
    nameColumn("Authority", authorityName),
    idColumn(),
    {
      id: "subject",
      head: "Subject",
      width: "minmax(8rem, 14rem)",
      place: "sub",
      sortable: true,
      className: "text-content-muted",
      cell: ({ subject_common_name: subject }) => subject || "none",
    },
    {
      id: "expires",
      exports: ["not_before", "expires"],
      head: "Certificate",
      width: "11rem",
      place: "state",
      sortable: true,
      cell: (authority) => <Expiry authority={authority} />,
    },
    createdColumn(),
    deleteColumn(authorityName, ask),
  ];
}

/** An authority for CSV and JSON. */
export function exportAuthority(authority: CertificateAuthority): JsonObject {
  const { id, description, subject_common_name, not_before, not_after, created_at } = authority;
  return {
    id,
    name: description ?? "",
    subject: subject_common_name ?? "",
    not_before: not_before ?? null,
    expires: not_after ?? null,
    created: created_at,
  };
}
