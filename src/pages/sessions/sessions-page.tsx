import { Page } from "#components/page.tsx";

export function Component() {
  return (
    <Page title="Sessions" crumbs={[{ label: "Sessions" }]}>
      <p>Nothing here yet.</p>
    </Page>
  );
}
