import type { Rollout } from "#contract/rollouts/rollout.ts";
import { type ReportForm, rolloutReport } from "#fleet/rollout/rollout-report.ts";
import { MenuButton } from "#ui/menu.tsx";
import { saveFile } from "#ui/save-file.ts";
import { useCopyWithToast } from "#ui/use-copy-with-toast.ts";

const FORMS: Record<ReportForm, readonly [label: string, type: string]> = {
  md: ["Markdown", "text/markdown"],
  csv: ["CSV", "text/csv"],
  json: ["JSON", "application/json"],
};

/** The report of a rollout, to copy or to keep. */
export function ReportMenu({ rollout }: { rollout: Rollout }) {
  const copy = useCopyWithToast();
  return (
    <MenuButton
      label="Report"
      text="Report"
      icon="copy"
      items={(Object.keys(FORMS) as ReportForm[]).flatMap((form) => [
        {
          label: `Copy as ${FORMS[form][0]}`,
          onSelect: () => copy(rolloutReport(rollout, form), `as ${FORMS[form][0]}.`),
        },
        {
          label: `Download ${FORMS[form][0]}`,
          onSelect: () => saveFile(`${rollout.id}.${form}`, FORMS[form][1], rolloutReport(rollout, form)),
        },
      ])}
    />
  );
}
