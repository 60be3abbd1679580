import { Page } from "#components/page.tsx";

export function Component() {
  return (
    <Page title="API key" crumbs={[{ label: "API key" }]}>
      <p>Nothing here yet.</p>
    </Page>
  );
}
