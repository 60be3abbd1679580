import { isSecretName, REDACTED } from "./redact.ts";

type Told = (name: string) => void;

const TAG = /<([a-z_][\w.:-]{0,100})([^<>]*)>/gi;
const ATTRIBUTE = /([a-z_][\w.:-]{0,100})=("[^"]*"|'[^']*')/gi;

/** XML or HTML without the content of secret elements, the values of secret attributes, and of fields of forms with such a name. */
export function redactMarkup(text: string, html: boolean, told: Told): string {
  if (!text.includes("<")) return text;
  let clean = "";
  let from = 0;
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(text); tag; tag = TAG.exec(text)) {
    const [whole, name = "", attributes = ""] = tag;
    const shown = attributes.includes("=") ? `<${name}${redactAttributes(attributes, told)}>` : whole;
    clean += text.slice(from, tag.index) + shown;
    from = TAG.lastIndex;
    const local = localOf(name);
    // HTML has <code>, which is none.
    if (attributes.endsWith("/") || !isSecretName(local) || (html && local.toLowerCase() === "code"))
      continue;
    told(local);
    const end = text.indexOf(`</${name}`, from);
    from = end < 0 ? text.length : end;
    clean += REDACTED;
    TAG.lastIndex = from;
  }
  return clean + text.slice(from);
}

function redactAttributes(text: string, told: Told): string {
  const field = /\bname=["']([^"']{1,200})["']/i.exec(text)?.[1] ?? "";
  const secretField = isSecretName(field);
  return text.replaceAll(ATTRIBUTE, (whole: string, name: string, value: string) => {
    const local = localOf(name);
    const ofField = secretField && local.toLowerCase() === "value";
    if (!ofField && !isSecretName(local)) return whole;
    told(ofField ? field : local);
    return `${name}=${value[0]}${REDACTED}${value[0]}`;
  });
}

const localOf = (name: string): string => name.slice(name.lastIndexOf(":") + 1);
