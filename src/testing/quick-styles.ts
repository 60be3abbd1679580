type Style = CSSStyleDeclaration;
type Whole = () => Style;

/** To these jsdom's style sheet gives a display by more than their tag and the attributes of {@link keyOf}. */
const STRUCTURAL = new Set(["details", "summary", "dialog", "embed", "noscript", "slot"]);
const keyOf = (one: Element) =>
  `${one.namespaceURI} ${one.localName} ${one.getAttribute("hidden")} ${one.localName === "input" && one.getAttribute("type")}`;

/** Whether what is inherited can be told without the sheet. */
const isPlain = (one: Element) =>
  !STRUCTURAL.has(one.localName) &&
  !one.hasAttribute("popover") &&
  one.ownerDocument.styleSheets.length === 0;

/** What its own style attribute says. */
const ownOf = (one: Element, name: string) =>
  one.hasAttribute("style") ? (one as HTMLElement).style.getPropertyValue(name) : "";

const displays = new Map<string, string>();
function displayOf(one: Element, whole: Whole): string {
  if (!isPlain(one) || ownOf(one, "display") !== "") return whole().display;
  const key = keyOf(one);
  const known = displays.get(key) ?? whole().display;
  displays.set(key, known);
  return known;
}

const inherited = (name: string, initial: string) => (one: Element, whole: Whole) => {
  for (let at: Element | null = one; at; at = at.parentElement)
    if (!isPlain(at) || at.hasAttribute("hidden") || ownOf(at, name) !== "")
      return whole().getPropertyValue(name);
  return initial;
};

const QUICK: Readonly<Record<string, (one: Element, whole: Whole) => string>> = {
  display: displayOf,
  visibility: inherited("visibility", "visible"),
  "pointer-events": inherited("pointer-events", "auto"),
};

/**
 * `slow`, which is jsdom's getComputedStyle, but what the queries of tests ask of each element is told at once: display,
 * visibility and pointer-events. jsdom matches its whole style sheet anew after each change of the document, which is a fifth
 * of the component tests' time. Where these can't be told without the sheet, and for all else, jsdom is asked.
 */
export function quickened(slow: typeof getComputedStyle): typeof getComputedStyle {
  return (one, pseudo) => {
    if (pseudo) return slow(one, pseudo);
    let style: Style | undefined;
    const whole = () => (style ??= slow(one));
    const value = (name: string) => QUICK[name]?.(one, whole) ?? whole().getPropertyValue(name);
    return new Proxy({} as Style, {
      get: (_, name) => {
        if (name === "getPropertyValue") return value;
        if (name === "pointerEvents") return value("pointer-events");
        if (name === "display" || name === "visibility") return value(name);
        const found: unknown = Reflect.get(whole(), name);
        return typeof found === "function" ? (found.bind(whole()) as unknown) : found;
      },
    });
  };
}
