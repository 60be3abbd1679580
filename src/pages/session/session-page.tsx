import { Page } from "#components/page.tsx";

export function Component() {
  return (
    <Page title="Session" crumbs={[{ label: "Session" }]}>
      <p>Nothing here yet.</p>
    </Page>
  );
}
