import { Page } from "#components/page.tsx";

export function Component() {
  return (
    <Page title="New API key" crumbs={[{ label: "New API key" }]}>
      <p>Nothing here yet.</p>
    </Page>
  );
}
