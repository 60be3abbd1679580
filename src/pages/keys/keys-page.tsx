import { Page } from "#components/page.tsx";

export function Component() {
  return (
    <Page title="API keys" crumbs={[{ label: "API keys" }]}>
      <p>Nothing here yet.</p>
    </Page>
  );
}
