import { Page } from "#components/page.tsx";

export function Component() {
  return (
    <Page title="HTTPS edge" crumbs={[{ label: "HTTPS edge" }]}>
      <p>Nothing here yet.</p>
    </Page>
  );
}
