import { Flag } from "#ui/flag.tsx";

/** Where the keys of this service are to be found, for who has none at hand. */
export function FindKey() {
  return (
    <details>
      <summary className="text-content-muted">Where do I find a key?</summary>
      <p className="mt-2 text-xs text-content-muted">
        <code className="font-mono">npm start</code> prints a link that signs you in once;{" "}
        <Flag>npm start -- --link</Flag> prints a new one. The key is in{" "}
        <code className="font-mono">admin.key</code> in the data folder (
        <code className="font-mono">.gatehouse</code> unless <Flag>--data</Flag> says otherwise). To get your
        own, ask an admin to create one under Keys.
      </p>
    </details>
  );
}
