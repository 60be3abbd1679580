import { isJsonObject, jsonText, own, type JsonObject } from "#forms/json.ts";
import { entriesCodec, textsCodec } from "#editing/codecs/lists.ts";
import { counted } from "#ui/format.ts";
import { showList } from "./show.ts";

function showAdded(value: unknown): string {
  if (!isJsonObject(value)) return jsonText(value);
  const lines = Object.entries(value).map(([name, text]) => `${name}: ${jsonText(text)}`);
  return showList("\n")(lines);
}

/**
 * A header module whose names are spelled as in `like`, where only their case differs
 * (protocol-facts.md#header-modules: names are stored in lower case). One that stands there in two spellings stays for
 * the contract to refuse.
 */
export function alignHeaders(value: JsonObject, like: JsonObject): JsonObject {
  const spelled = (names: readonly string[], others: readonly string[]) => {
    const spellings = new Map(others.map((name) => [name.toLowerCase(), name]));
    const once = (name: string) =>
      names.filter((one) => one.toLowerCase() === name.toLowerCase()).length === 1;
    return (name: string) => (once(name) ? (spellings.get(name.toLowerCase()) ?? name) : name);
  };
  const [add, addLike] = [own(value, "add"), own(like, "add")];
  const [remove, removeLike] = [own(value, "remove"), own(like, "remove")];
  const aligned = { ...value };
  if (isJsonObject(add) && isJsonObject(addLike)) {
    const spell = spelled(Object.keys(add), Object.keys(addLike));
    aligned["add"] = Object.fromEntries(Object.entries(add).map(([name, text]) => [spell(name), text]));
  }
  if (isTexts(remove) && isTexts(removeLike)) aligned["remove"] = remove.map(spelled(remove, removeLike));
  return aligned;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

const count = (value: unknown) =>
  Array.isArray(value) ? value.length : isJsonObject(value) ? Object.keys(value).length : 0;

/** "Adds 2 headers, removes 1". */
function summary(value: JsonObject): string {
  const [added, removed] = [count(own(value, "add")), count(own(value, "remove"))];
  if (added === 0 && removed === 0) return "Changes no header";
  if (added === 0) return `Removes ${counted(removed, "header")}`;
  return `Adds ${counted(added, "header")}${removed > 0 ? `, removes ${removed}` : ""}`;
}

/** What the definitions of both header modules have in common (api.md#request_headers). */
export const HEADERS = {
  fields: [
    { name: "remove", label: "Remove", codec: textsCodec, show: showList() },
    { name: "add", label: "Add", codec: entriesCodec, show: showAdded },
  ],
  summary,
  align: alignHeaders,
};
