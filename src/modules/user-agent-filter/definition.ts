import { userAgentFilterContract } from "#contract/modules/user-agent-filter.ts";
import { own, type JsonObject } from "#forms/json.ts";
import { textsCodec } from "#editing/codecs/lists.ts";
import { counted } from "#ui/format.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { showList } from "../kit/show.ts";

const lines = showList("\n");

function summary(value: JsonObject): string {
  const count = (name: string) => {
    const list = own(value, name);
    return Array.isArray(list) ? list.length : 0;
  };
  const [allow, deny] = [count("allow"), count("deny")];
  const patterns = (n: number) => counted(n, "pattern");
  if (deny === 0) return "Denies requests without a User-Agent";
  return allow === 0 ? `Denies ${patterns(deny)}` : `Denies ${patterns(deny)}, allows ${patterns(allow)}`;
}

/** The user agent filter of an HTTPS edge route (api.md#user_agent_filter; protocol-facts.md#user-agent-filter). */
export const userAgentFilter = defineModule({
  contract: userAgentFilterContract,
  switch: { on: "denied requests get a 403" },
  Fields: lazyExport(() => import("./fields.tsx"), "UserAgentFilterFields"),
  fields: [
    { name: "allow", label: "Allow", codec: textsCodec, show: lines },
    { name: "deny", label: "Deny", codec: textsCodec, show: lines },
  ],
  summary,
});
