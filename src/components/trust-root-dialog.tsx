import { useState } from "react";
import type { EdgeRoot } from "#contract/edge-root.ts";
import { Button } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Flag } from "#ui/flag.tsx";
import { Note } from "#ui/note.tsx";
import { Properties } from "#ui/properties.tsx";
import { saveFile } from "#ui/save-file.ts";
import { Segmented } from "#ui/segmented.tsx";

const FILE = "gatehouse-root.crt";

/** How each trusts a root, as a command in the folder of the file, and what else it takes. */
const WAYS = {
  mac: {
    label: "macOS",
    command: `sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain ${FILE}`,
    also: "Restart the browser.",
  },
  windows: {
    label: "Windows",
    command: `Import-Certificate -FilePath ${FILE} -CertStoreLocation Cert:\\CurrentUser\\Root`,
    also: "Run it in PowerShell. Restart the browser.",
  },
  linux: {
    label: "Linux",
    command: `sudo cp ${FILE} /usr/local/share/ca-certificates/ && sudo update-ca-certificates`,
    also: "For Debian and Ubuntu. Chrome and Firefox have their own list: import the file in their settings, under Authorities.",
  },
  curl: { label: "curl", command: `curl --cacert ${FILE} `, also: "For one request." },
};
type Way = keyof typeof WAYS;

const OPTIONS = Object.entries(WAYS).map(([value, { label }]) => ({ value: value as Way, label }));

function usual(): Way {
  if (/Windows/.test(navigator.userAgent)) return "windows";
  return /Mac OS/.test(navigator.userAgent) ? "mac" : "linux";
}

/** The root certificate of the edge as a file, and how to trust it on each system. Import lazily. */
export function TrustRootDialog(props: {
  root: EdgeRoot & { ca_pem: string };
  url?: string;
  onClose: () => void;
}) {
  const { root, url = "https://…", onClose } = props;
  const [way, setWay] = useState(usual);
  const { command, also } = WAYS[way];
  return (
    <Dialog
      onClose={onClose}
      title="Trust the certificate of this edge"
      description="This service signs its own certificates, so browsers warn until they trust its root."
      width="lg"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid gap-4">
        <ol className="grid list-inside list-decimal gap-3">
          <li>
            <Button
              size="sm"
              variant="primary"
              icon="download"
              className="align-middle"
              onClick={() => saveFile(FILE, "application/x-x509-ca-cert", root.ca_pem)}
            >
              Download {FILE}
            </Button>
          </li>
          <li>Trust it on the device that visits your addresses:</li>
        </ol>
        <Segmented label="System" options={OPTIONS} value={way} onChange={setWay} size="sm" />
        <CodeBlock key={way} label="the command" text={way === "curl" ? command + url : command} />
        <p className="text-xs text-content-muted">{also}</p>
        <Properties
          rows={[
            { label: "Name", value: root.subject_common_name },
            {
              label: "SHA-256",
              value: <span className="font-mono text-xs wrap-anywhere">{root.fingerprint}</span>,
            },
          ]}
        />
        <Note>
          Whoever has the database of this service can sign for any site. Trust it on your own devices only.
          For visitors, start the service with <Flag>--tls-cert</Flag> and <Flag>--tls-key</Flag>.
        </Note>
      </div>
    </Dialog>
  );
}
