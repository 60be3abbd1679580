/** The entries of a pasted text: one a line, or separated by commas, semicolons or tabs when it is one line. Blank ones are dropped. */
export function splitPasted(text: string, separators: RegExp = /[,;\t]/): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  const parts = lines.length > 1 ? lines : text.split(separators);
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** The entries of a text whose entries hold no blank: scopes, as providers document them. */
export function splitWords(text: string): string[] {
  return text.split(/[\s,;]+/).filter((one) => one !== "");
}

/** Addresses as they are listed elsewhere: one a line or several, without blank lines and what follows # or //, as rules are pasted. */
export function splitAddresses(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.replace(/(^|\s)(#|\/\/).*$/, ""));
  return lines.flatMap((line) => line.split(/[,;\t]/).map((one) => one.trim())).filter((one) => one !== "");
}

/** What an input holds once a text is pasted over what is selected in it. */
export function pastedOver({ value, selectionStart, selectionEnd }: HTMLInputElement, text: string): string {
  return value.slice(0, selectionStart ?? value.length) + text + value.slice(selectionEnd ?? value.length);
}

/** The list with the entry at `from` moved to `to`; positions outside it change nothing. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length) return [...list];
  return without(list, from).toSpliced(to, 0, entry);
}

/** The list without the entry at `index`. */
export function without<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, at) => at !== index);
}

/** The texts that are sent of a list: an empty row is no value. */
export function filled(texts: readonly string[]): string[] {
  return texts.filter((text) => text !== "");
}

/** The same of a list that may have none, which may mean all: where there are empty rows alone, they stay to be refused. */
export function filledIfAny(texts: readonly string[]): readonly string[] {
  const some = filled(texts);
  return some.length > 0 ? some : texts;
}

/** The list with `entry` in place of the one at `index`. */
export function replaced<T>(list: readonly T[], index: number, entry: T): T[] {
  return list.map((one, at) => (at === index ? entry : one));
}

/** The new entries of `added` that the list does not have yet, each once. */
export function fresh(list: readonly string[], added: readonly string[]): string[] {
  return [...new Set(added)].filter((entry) => !list.includes(entry));
}
