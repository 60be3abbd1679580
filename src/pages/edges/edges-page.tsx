import { Page } from "#components/page.tsx";

export function Component() {
  return (
    <Page title="Edges" crumbs={[{ label: "Edges" }]}>
      <p>Nothing here yet.</p>
    </Page>
  );
}
