/** The encodings of an Accept-Encoding header, in lower case and their order, those that it refuses by `q=0` left out. */
export function offeredEncodings(header = ""): string[] {
  return header
    .toLowerCase()
    .split(",")
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(";")[0]?.trim() ?? "");
}
