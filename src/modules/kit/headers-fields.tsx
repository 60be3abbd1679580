import { HeaderName } from "#contract/modules/headers.ts";
import { EntriesField } from "#forms/entries-field.tsx";
import { TextListField } from "#forms/text-list-field.tsx";
import { lazyExport } from "#ui/lazy-export.ts";
import { TryIt } from "./try-it.tsx";

const HeadersTester = lazyExport(() => import("./headers-tester.tsx"), "HeadersTester");

type Props = {
  /** What the headers belong to: "request". */
  of: "request" | "response";
  /** Where it goes next: "before it goes to the app". */
  way: string;
};

/** The form of request headers. */
export function RequestHeadersFields() {
  return <HeadersFields of="request" way="before it goes to the app" />;
}

/** The form of response headers. */
export function ResponseHeadersFields() {
  return <HeadersFields of="response" way="before it returns to the client" />;
}

function HeadersFields({ of, way }: Props) {
  return (
    <>
      <TextListField
        name="remove"
        label="Remove"
        one="header name"
        mono
        placeholder="x-debug"
        hint={`Removed from the ${of} ${way}. Names are stored in lower case.`}
      />
      <EntriesField
        name="add"
        label="Add"
        one="header"
        isName={(name) => HeaderName.safeParse(name).success}
        hint={
          <>
            Added to the {of} {way}, after removals. Values can use variables such as{" "}
            <code className="font-mono">{"${.conn.client_ip}"}</code>. To add several, paste{" "}
            <code className="font-mono">name: value</code> lines.
          </>
        }
      />
      <TryIt says={`Preview the headers of a sample ${of}`}>
        <HeadersTester of={of} />
      </TryIt>
    </>
  );
}
