import { Page } from "#components/page.tsx";

export function Component() {
  return (
    <Page title="Route" crumbs={[{ label: "Route" }]}>
      <p>Nothing here yet.</p>
    </Page>
  );
}
